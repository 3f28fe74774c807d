/** Reports the reading progress of the warehouse a few times a second, for the progress bar. */
import { readEngineProgress } from '@kept/store/imports/engine-progress.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { Progress } from '../progress-bar.ts'

const everyMs = 250

export interface ReadingProgress {
  readonly signal: AbortSignal
  expect(bytesTotal: number): void
  follow(queryId: string, fileBytes: number | null): void
  finish(file: { rows: number; bytes: number }): void
  stop(): Promise<void>
}

export function trackReading(
  warehouse: Warehouse,
  show: (progress: Progress) => void,
  signal: AbortSignal,
): ReadingProgress {
  const done = { rows: 0, bytes: 0 }
  let total = 0
  let following: { queryId: string; fileBytes: number | null } | undefined
  let round: Promise<void> = Promise.resolve()

  async function poll(): Promise<void> {
    if (!following) return
    const { fileBytes } = following
    const engine = await readEngineProgress(warehouse, following.queryId)
    if (!engine) return
    show({
      label: 'reading',
      rows: done.rows + engine.rows,
      bytes: done.bytes + Math.min(engine.bytes, fileBytes ?? engine.bytes),
      bytesTotal: total || null,
    })
  }

  const timer = setInterval(() => {
    // A failed progress query must not stop the import.
    round = round.then(poll).catch(() => undefined)
  }, everyMs)

  return {
    signal,
    expect(bytesTotal) {
      total = bytesTotal
    },
    follow(queryId, fileBytes) {
      following = { queryId, fileBytes }
    },
    finish({ rows, bytes }) {
      following = undefined
      done.rows += rows
      done.bytes += bytes
    },
    async stop() {
      clearInterval(timer)
      await round
    },
  }
}
