/** The same count as `measure`, slowly and without any of its shortcuts: every quarter asks the zone for its local time. */
import { weekdays } from '@kept/domain/weekday.ts'
import { quarterMs } from '../quarters.ts'
import type { Story } from './arbitrary-behavior.ts'

export function naiveMeasure({ span, calendar, ran, work }: Story) {
  const length = span.to - span.from
  const signs = new Set<number>()
  for (const { at: startQuarter, minutes } of work) {
    for (let quarter = startQuarter; quarter < Math.max(startQuarter + 1, startQuarter + minutes / 15); quarter += 1)
      signs.add(quarter)
  }
  const active = (quarter: number) => signs.has(quarter) || (signs.has(quarter - 1) && signs.has(quarter + 1))
  const locals = Array.from({ length }, (_, quarter) => localOf((span.from + quarter) * quarterMs, calendar.time_zone))
  const hourOf = (quarter: number) => `${locals[quarter]?.date} ${locals[quarter]?.hour} ${locals[quarter]?.offset}`
  const usedHours = new Set<string>()
  for (let quarter = 0; quarter < length; quarter += 1) if (active(quarter)) usedHours.add(hourOf(quarter))

  const byHour = new Map(ran.map(({ hour, quarters }) => [hour, quarters]))
  const runs = (quarter: number) => {
    const hour = Math.floor(quarter / 4)
    const quarters = byHour.get(hour) ?? 0
    const isLateStart = !byHour.has(hour - 1) && byHour.has(hour + 1)
    return isLateStart ? quarter % 4 >= 4 - quarters : quarter % 4 < quarters
  }
  const result = { running: 0, used: 0, scheduled: 0, scheduledUsed: 0, idle: 0, waste: [0, 0, 0, 0] }
  for (let quarter = 0; quarter < length; quarter += 1) {
    if (!runs(quarter)) continue
    const kind = kindOf(locals[quarter] ?? { date: '', weekday: 0, hour: 0, minute: 0, offset: '' }, calendar)
    const isUsed = usedHours.has(hourOf(quarter))
    result.running += 1
    if (kind === 3) result.scheduled += 1
    if (isUsed) result.used += 1
    if (isUsed && kind === 3) result.scheduledUsed += 1
    if (!isUsed) result.waste[kind] = (result.waste[kind] ?? 0) + 1
    const silent = (other: number) => other >= 0 && other < length && runs(other) && !active(other)
    if (silent(quarter) && (silent(quarter - 1) || silent(quarter + 1))) result.idle += 1
  }
  return result
}

interface Local {
  date: string
  weekday: number
  hour: number
  minute: number
  offset: string
}

function localOf(epochMs: number, timeZone: string): Local {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone)
  const { hour, minute, offset } = local
  return { date: local.toPlainDate().toString(), weekday: local.dayOfWeek - 1, hour, minute, offset }
}

function kindOf(
  { date, weekday, hour, minute }: Local,
  { holidays, weekend_days, work_hours }: Story['calendar'],
): number {
  if (holidays.includes(date)) return 0
  const name = weekdays[weekday]
  if (name && weekend_days.includes(name)) return 1
  const clock = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
  const { start, end } = work_hours
  const isWork = start < end ? clock >= start && clock < end : clock >= start || clock < end
  return isWork ? 3 : 2
}
