/** Starts the detectors and the timer that drives them. */
import { join } from 'node:path'
import type { Scope } from '@kept/domain/scope.ts'
import type { SavedLoop } from '@kept/store/loops/save.ts'
import type { Services } from '../platform/context.ts'
import type { GatheredTelemetry } from '../telemetry/public/gathered-telemetry.ts'
import { type JournalEntry, TelemetryJournal } from '../telemetry/public/telemetry-journal.ts'
import { DetectorRegistry } from './detector-registry.ts'
import { remediateLoops } from './remediation/automatic.ts'

const tickEveryMs = 10_000

interface RunningDetectors {
  registry: DetectorRegistry
  stop(): Promise<void>
}

export async function startDetectors(
  services: Pick<Services, 'state' | 'now' | 'log' | 'secrets' | 'config' | 'folder'>,
  decode: (entry: JournalEntry) => Promise<GatheredTelemetry>,
): Promise<RunningDetectors> {
  const { state, now, log, config, folder } = services
  const journal = await TelemetryJournal.open(join(folder.path, 'journal'))
  const remediate = (scope: Scope, saved: readonly SavedLoop[]) => remediateLoops(services, scope, saved)
  const registry = new DetectorRegistry({ state, now, log, config, remediate, journal, decode })
  if (journal.closed.length > 0) void registry.tick()
  const timer = setInterval(() => void registry.tick(), tickEveryMs)
  timer.unref()
  return {
    registry,
    async stop() {
      clearInterval(timer)
      // Received telemetry must not be lost between two ticks.
      await registry.tick()
      await registry.leave()
    },
  }
}
