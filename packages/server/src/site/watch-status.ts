/**
 * Samples how the parts are, once a minute, and counts them up by day. What cannot be written while the database is
 * away is kept and written when it is back, so that its own outage is on record too.
 */
import type { StatusDay } from '@kept/store/site/status-days.ts'
import { addSamples } from '@kept/store/site/status-days.ts'
import type { Services } from '../platform/context.ts'

export const sampleEveryMs = 60_000

export interface StatusWatch {
  /** Takes one sample now; resolves when it is written, or kept for later. */
  sample(): Promise<void>
  stop(): void
}

export function watchStatus(
  { state, now, log }: Pick<Services, 'state' | 'now' | 'log'>,
  ask: () => Promise<readonly { name: string; ok: boolean }[]>,
): StatusWatch {
  let unwritten: StatusDay[] = []
  let sampling: Promise<void> | undefined

  async function take(): Promise<void> {
    const day = now().toISOString().slice(0, 10)
    for (const { name, ok } of await ask()) unwritten = count(unwritten, { day, part: name, failed: ok ? 0 : 1 })
    const writing = unwritten
    unwritten = []
    try {
      await addSamples(state.database, writing)
    } catch (error) {
      unwritten = writing
      log.warn({ err: error }, 'a sample of the status could not be written; it is kept for the next one')
    }
  }

  const sample = () => {
    // A part that hangs makes one long sample, not many side by side.
    sampling ??= take().finally(() => {
      sampling = undefined
    })
    return sampling
  }
  const timer = setInterval(() => void sample(), sampleEveryMs).unref()
  return { sample, stop: () => clearInterval(timer) }
}

function count(days: StatusDay[], { day, part, failed }: Omit<StatusDay, 'samples'>): StatusDay[] {
  const known = days.find((one) => one.day === day && one.part === part)
  const added = { day, part, samples: (known?.samples ?? 0) + 1, failed: (known?.failed ?? 0) + failed }
  return [...days.filter((one) => one !== known), added]
}
