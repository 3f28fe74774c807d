/** Returns the milliseconds of a Retry-After header (seconds or a date), or null when it is neither. */
export function waitOf(retryAfter: string | null, now: Date): number | null {
  if (retryAfter === null) return null
  const text = retryAfter.trim()
  const wait = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isFinite(wait) ? Math.max(wait, 0) : null
}
