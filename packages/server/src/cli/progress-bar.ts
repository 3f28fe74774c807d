/** Shows progress: one updating line on a terminal, a plain line every few seconds elsewhere. */
import { formatCount } from '@kept/foundation/format/number.ts'
import type { Terminal } from './terminal.ts'

export interface Progress {
  label: string
  rows: number
  bytes: number
  bytesTotal: number | null
}

interface ProgressLine {
  show(progress: Progress): void
  /** Removes the updating line. */
  clear(): void
}

const barWidth = 24
const plainEveryMs = 5_000

export function progressLine(terminal: Terminal, now: () => number): ProgressLine {
  const started = now()
  let lastPlain = started
  let isDrawn = false
  return {
    show(progress) {
      const seconds = (now() - started) / 1000
      const text = describe(progress, seconds)
      if (terminal.live) {
        terminal.err(`\r\u001b[K${text}`)
        isDrawn = true
      } else if (now() - lastPlain >= plainEveryMs) {
        lastPlain = now()
        terminal.err(`${text}\n`)
      }
    },
    clear() {
      if (isDrawn) terminal.err('\r\u001b[K')
      isDrawn = false
    },
  }
}

function describe({ label, rows, bytes, bytesTotal }: Progress, seconds: number): string {
  const parts = [label]
  const share = bytesTotal ? Math.min(1, bytes / bytesTotal) : null
  if (share !== null) {
    const full = Math.round(share * barWidth)
    parts.push(`[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${Math.round(share * 100)}%`)
  }
  parts.push(`${formatCount(rows)} rows`)
  if (seconds > 0.5) parts.push(`${formatCount(Math.round(rows / seconds))} rows/s`)
  parts.push(bytesTotal ? `${size(bytes)} of ${size(bytesTotal)}` : size(bytes))
  if (share !== null && share > 0.02 && share < 1) parts.push(`${clock((seconds / share) * (1 - share))} left`)
  return parts.join('  ')
}

function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const step = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3)) : 0
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

function clock(seconds: number): string {
  const totalSeconds = Math.max(0, Math.round(seconds))
  return totalSeconds >= 60 ? `${Math.floor(totalSeconds / 60)} min ${totalSeconds % 60} s` : `${totalSeconds} s`
}
