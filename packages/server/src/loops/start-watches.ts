/** Starts the watches and the timer that drives them. */
import { join } from 'node:path'
import type { Scope } from '@kept/domain/scope.ts'
import type { SavedLoop } from '@kept/store/loops/save.ts'
import type { Services } from '../platform/context.ts'
import type { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'
import { type JournalEntry, TelemetryJournal } from '../telemetry/public/telemetry-journal.ts'
import { Watches } from './detector-registry.ts'
import { remediateLoops } from './remediation/automatic.ts'

const tickEveryMs = 10_000

interface RunningWatches {
  watches: Watches
  stop(): Promise<void>
}

export async function startWatches(
  services: Pick<Services, 'state' | 'now' | 'log' | 'secrets' | 'config' | 'folder'>,
  decode: (entry: JournalEntry) => Promise<GatheredTelemetry>,
): Promise<RunningWatches> {
  const { state, now, log, folder } = services
  const journal = await TelemetryJournal.open(join(folder.path, 'journal'))
  const remediate = (scope: Scope, saved: readonly SavedLoop[]) => remediateLoops(services, scope, saved)
  const watches = new Watches({ state, now, log, remediate, journal, decode })
  if (journal.closed.length > 0) void watches.tick()
  const timer = setInterval(() => void watches.tick(), tickEveryMs)
  timer.unref()
  return {
    watches,
    async stop() {
      clearInterval(timer)
      // What was taken in must not be lost between two ticks.
      await watches.tick()
      await watches.leave()
    },
  }
}
