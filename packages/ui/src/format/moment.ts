/** Formats instants in the browser's time zone. */
const locale = 'en-US'

const momentFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

/** Formats a time in the browser's time zone: "Oct 3, 2018, 4:05 PM". */
export function formatMoment(instant: string): string {
  return momentFormat.format(new Date(instant))
}

/** Formats the time since `instant`: "just now", "5 minutes ago", or "3 days ago". */
export function formatAgo(instant: string, now: number): string {
  const seconds = Math.round((new Date(instant).getTime() - now) / 1000)
  const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const steps = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return relativeFormat.format(Math.trunc(seconds / length), unit)
  }
  return 'just now'
}
