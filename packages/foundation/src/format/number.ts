/** Formats percentages, counts, bytes, and durations. */
const locale = 'en-US'

/** Formats "12.3%", or "<0.1%" for a small value above zero. Takes percent, not a fraction. */
export function formatPercent(percent: number, { signed = false, places = 1 } = {}): string {
  const smallest = 10 ** -places
  if (percent !== 0 && Math.abs(percent) < smallest / 2) return `${percent < 0 ? '>-' : '<'}${smallest}%`
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: signed ? 'exceptZero' : 'auto',
    minimumFractionDigits: Math.abs(percent) >= 1000 ? 0 : places,
    maximumFractionDigits: Math.abs(percent) >= 1000 ? 0 : places,
  }).format(percent / 100)
}

/** "119,307". */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(count)
}

/** Formats a count with its noun: "1 row", "3 rows". */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

/** Formats bytes in powers of ten: "12.4 MB". */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const
  let size = bytes
  let unit = 0
  while (size >= 999.5 && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: unit === 0 || size >= 100 ? 0 : 1 }).format(size)} ${units[unit]}`
}

/** Formats a duration: "45 s", "3 min 20 s", or "2 h 5 min". */
export function formatDuration(seconds: number): string {
  const totalSeconds = Math.max(0, Math.round(seconds))
  if (totalSeconds < 60) return `${totalSeconds} s`
  if (totalSeconds < 3600)
    return `${Math.floor(totalSeconds / 60)} min${totalSeconds % 60 ? ` ${totalSeconds % 60} s` : ''}`
  const minutes = Math.round(totalSeconds / 60)
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
}
