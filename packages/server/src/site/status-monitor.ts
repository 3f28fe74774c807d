/**
 * Samples the health of each part every minute and counts by day. Samples are buffered while the database is down, so
 * its outage is recorded.
 */
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { StatusDay } from '@kept/store/site/status-days.ts'
import { addSamples } from '@kept/store/site/status-days.ts'
import type { Services } from '../platform/context.ts'

const sampleEveryMs = 60_000

interface StatusMonitor {
  /** Takes one sample. Resolves when it is written or buffered. */
  sample(): Promise<void>
  stop(): void
}

export function watchStatus(
  { state, now, log }: Pick<Services, 'state' | 'now' | 'log'>,
  checkParts: () => Promise<readonly { name: string; ok: boolean }[]>,
): StatusMonitor {
  let unwritten: StatusDay[] = []
  let sampling: Promise<void> | undefined

  async function takeSample(): Promise<void> {
    const day = utcDay(now())
    for (const { name, ok } of await checkParts()) unwritten = count(unwritten, { day, part: name, failed: ok ? 0 : 1 })
    const writing = unwritten
    unwritten = []
    try {
      await addSamples(state.database, writing)
    } catch (error) {
      unwritten = writing
      log.warn(
        { event: 'status.sample_failed', err: error },
        'could not write a status sample, will retry with the next one',
      )
    }
  }

  const sample = () => {
    // A hanging part delays one sample instead of starting several.
    sampling ??= takeSample().finally(() => {
      sampling = undefined
    })
    return sampling
  }
  const timer = setInterval(() => void sample(), sampleEveryMs).unref()
  return { sample, stop: () => clearInterval(timer) }
}

function count(days: StatusDay[], { day, part, failed }: Omit<StatusDay, 'samples'>): StatusDay[] {
  const stored = days.find((candidate) => candidate.day === day && candidate.part === part)
  const added = { day, part, samples: (stored?.samples ?? 0) + 1, failed: (stored?.failed ?? 0) + failed }
  return [...days.filter((candidate) => candidate !== stored), added]
}
