/** The day that a text begins with, YYYY-MM-DD; undefined where it begins with none: "soon", "2026-02-30". */
export function dayAtStart(text = ''): string | undefined {
  const [written, ...parts] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  const [year = 0, month = 0, day = 0] = parts.map(Number)
  if (month === 0 || day === 0) return undefined
  // What the calendar does not have becomes the nearest day that it has.
  return Temporal.PlainDate.from({ year, month, day }).toString() === written ? written : undefined
}
