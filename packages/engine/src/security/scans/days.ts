/** Days from one date (YYYY-MM-DD) to a later one. */
export function calendarDays(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days
}
