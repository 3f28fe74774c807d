/** Adds the results of units to their run, at most once a second: thousands of units end in one run. */
import type { Scope } from '@kept/domain/scope.ts'
import type { LiveCloud } from '@kept/domain/sync/port.ts'
import { addProgress, type RunUnderWay } from '@kept/store/sync/runs.ts'
import type { Services } from '../platform/context.ts'

const intervalMs = 1000

interface Numbers {
  resources?: number
  removed?: number
  points?: number
  units?: number
}

export function reportProgress(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
  { connectionId, run, cloud }: { connectionId: string; run: RunUnderWay; cloud: LiveCloud },
): { add(numbers: Numbers): Promise<void>; flush(): Promise<void> } {
  let pending = { resources: 0, removed: 0, points: 0 }
  let units: number | undefined
  let [reportedRequests, reportedNanos] = [0, 0]
  let lastMs = 0
  const flush = async () => {
    const [sent, nanos] = [cloud.calls(), cloud.chargedNanos()]
    const progress = {
      ...pending,
      requests: sent - reportedRequests,
      chargedNanos: nanos - reportedNanos,
      ...(units !== undefined && { units }),
    }
    pending = { resources: 0, removed: 0, points: 0 }
    reportedRequests = sent
    reportedNanos = nanos
    lastMs = now().getTime()
    await addProgress(state.database, scope, connectionId, { run, progress })
  }
  return {
    async add(numbers) {
      pending.resources += numbers.resources ?? 0
      pending.removed += numbers.removed ?? 0
      pending.points += numbers.points ?? 0
      units = numbers.units ?? units
      if (now().getTime() - lastMs >= intervalMs) await flush()
    },
    flush,
  }
}
