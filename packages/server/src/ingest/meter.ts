/** How fast an import goes and how long it may still take, from what has been seen so far. */
import type { ImportProgress } from '@kept/domain/ingest.ts'

export interface Meter {
  /** A file is through. */
  finish(file: { rows: number; bytes: number }): void
  /** Where things stand, the file under way included; `elapsedMs` is the time spent reading. */
  progress(
    stage: ImportProgress['stage'],
    elapsedMs: number,
    underWay?: { rows: number; bytes: number; fileBytes: number | null },
  ): ImportProgress
}

/** `bytesTotal` is the size of everything to be read, as stored; 0 when nobody knows. */
export function createMeter(bytesTotal: number): Meter {
  const done = { rows: 0, bytes: 0 }
  return {
    finish({ rows, bytes }) {
      done.rows += rows
      done.bytes += bytes
    },
    progress(stage, elapsedMs, underWay) {
      // The engine counts blocks it has cut, which may run a little past the end of a file.
      const current = underWay ? Math.min(underWay.bytes, underWay.fileBytes ?? underWay.bytes) : 0
      const rows = done.rows + (underWay?.rows ?? 0)
      const bytes = done.bytes + current
      const seconds = elapsedMs / 1000
      const left = Math.max(0, bytesTotal - bytes)
      return {
        stage,
        rows_read: rows,
        rows_per_second: seconds > 0 ? Math.round(rows / seconds) : 0,
        bytes_read: bytes,
        bytes_total: Math.max(bytesTotal, bytes),
        seconds_left:
          stage === 'reading' && bytesTotal > 0 && bytes > 0 && seconds > 0
            ? Math.round((left / bytes) * seconds * 10) / 10
            : null,
      }
    },
  }
}
