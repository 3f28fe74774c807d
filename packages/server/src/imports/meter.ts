/** Speed and remaining time of an import. */
import type { ImportProgress } from '@kept/domain/ingest.ts'

interface Meter {
  /** Called when a file is finished. */
  finish(file: { rows: number; bytes: number }): void
  /** Progress including the current file; `elapsedMs` is the time spent reading. */
  progress(
    stage: ImportProgress['stage'],
    elapsedMs: number,
    underWay?: { rows: number; bytes: number; fileBytes: number | null },
  ): ImportProgress
}

/** `bytesTotal` is the stored size of all files; 0 when unknown. */
export function createMeter(bytesTotal: number): Meter {
  const done = { rows: 0, bytes: 0 }
  return {
    finish({ rows, bytes }) {
      done.rows += rows
      done.bytes += bytes
    },
    progress(stage, elapsedMs, underWay) {
      // The warehouse counts whole blocks, which can exceed the end of a file.
      const current = underWay ? Math.min(underWay.bytes, underWay.fileBytes ?? underWay.bytes) : 0
      const rows = done.rows + (underWay?.rows ?? 0)
      const bytes = done.bytes + current
      const seconds = elapsedMs / 1000
      const remainingBytes = Math.max(0, bytesTotal - bytes)
      return {
        stage,
        rows_read: rows,
        rows_per_second: seconds > 0 ? Math.round(rows / seconds) : 0,
        bytes_read: bytes,
        bytes_total: Math.max(bytesTotal, bytes),
        seconds_left:
          stage === 'reading' && bytesTotal > 0 && bytes > 0 && seconds > 0
            ? Math.round((remainingBytes / bytes) * seconds * 10) / 10
            : null,
      }
    },
  }
}
