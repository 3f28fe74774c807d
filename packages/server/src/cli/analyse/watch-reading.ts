/** While files are read: how far the engine is, a few times a second, for the bar. */
import { readEngineProgress } from '@kept/store/imports/engine-progress.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { Progress } from '../progress-bar.ts'

const everyMs = 250

export interface ReadingWatch {
  readonly signal: AbortSignal
  expect(bytesTotal: number): void
  follow(queryId: string, fileBytes: number | null): void
  finish(file: { rows: number; bytes: number }): void
  stop(): Promise<void>
}

export function watchReading(
  warehouse: Warehouse,
  show: (progress: Progress) => void,
  signal: AbortSignal,
): ReadingWatch {
  const done = { rows: 0, bytes: 0 }
  let total = 0
  let following: { queryId: string; fileBytes: number | null } | undefined
  let round: Promise<void> = Promise.resolve()

  async function look(): Promise<void> {
    if (!following) return
    const { fileBytes } = following
    const engine = await readEngineProgress(warehouse, following.queryId)
    if (!engine) return
    show({
      what: 'reading',
      rows: done.rows + engine.rows,
      bytes: done.bytes + Math.min(engine.bytes, fileBytes ?? engine.bytes),
      bytesTotal: total || null,
    })
  }

  const timer = setInterval(() => {
    // A bar that cannot be moved is no reason to stop the work.
    round = round.then(look).catch(() => undefined)
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
