/** Keeps frequent, equal events from filling the audit log: true for the first of a key in a period. */
const MAX_KEYS = 20_000
const lastRecorded = new Map<string, number>()

export function isFirst(key: string, now: Date, periodMs: number): boolean {
  const last = lastRecorded.get(key)
  if (last !== undefined && now.getTime() - last < periodMs && now.getTime() >= last) return false
  // Forgetting records an event too many, never one too few.
  if (lastRecorded.size >= MAX_KEYS) lastRecorded.clear()
  lastRecorded.set(key, now.getTime())
  return true
}
