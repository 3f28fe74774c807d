/** The days of a world, calculated once: hours are counted from its first midnight UTC. */
export interface Day {
  date: string
  /** Midnight that ends it. */
  next: string
  /** 1 is Monday. */
  weekday: number
  dayOfMonth: number
  daysInMonth: number
  /** First day of its month and of the next: its billing period. */
  month: string
  nextMonth: string
}

export function calendar(firstDay: string, days: number): Day[] {
  const first = Temporal.PlainDate.from(firstDay)
  return Array.from({ length: days }, (_, i) => {
    const date = first.add({ days: i })
    const month = date.with({ day: 1 })
    return {
      date: date.toString(),
      next: date.add({ days: 1 }).toString(),
      weekday: date.dayOfWeek,
      dayOfMonth: date.day,
      daysInMonth: date.daysInMonth,
      month: month.toString(),
      nextMonth: month.add({ months: 1 }).toString(),
    }
  })
}
