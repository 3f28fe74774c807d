/** Percent and other small numbers that are not money. */
const locale = 'en-US'

/** "12.3%", or "<0.1%" for something that is not nothing. Takes percent, not a fraction. */
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

/** "1 row", "3 rows": the noun follows the number. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** "12.4 MB", in the units of a disk (powers of ten). */
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

/** "45 s", "3 min 20 s", "2 h 5 min": how long something takes. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min${whole % 60 ? ` ${whole % 60} s` : ''}`
  const minutes = Math.round(whole / 60)
  return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
}
