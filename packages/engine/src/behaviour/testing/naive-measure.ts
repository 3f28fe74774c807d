/** The same count as `measure`, slowly and without any of its shortcuts: every quarter asks the zone for its local time. */
import { weekdays } from '@kept/domain/work-calendar.ts'
import { quarterMs } from '../quarters.ts'
import type { Story } from './arbitrary-behaviour.ts'

export function naiveMeasure({ span, calendar, ran, work }: Story) {
  const length = span.to - span.from
  const signs = new Set<number>()
  for (const { at, minutes } of work) {
    for (let quarter = at; quarter < Math.max(at + 1, at + minutes / 15); quarter += 1) signs.add(quarter)
  }
  const active = (at: number) => signs.has(at) || (signs.has(at - 1) && signs.has(at + 1))
  const locals = Array.from({ length }, (_, at) => localOf((span.from + at) * quarterMs, calendar.timezone))
  const hourOf = (at: number) => `${locals[at]?.date} ${locals[at]?.hour} ${locals[at]?.offset}`
  const usedHours = new Set<string>()
  for (let at = 0; at < length; at += 1) if (active(at)) usedHours.add(hourOf(at))

  const byHour = new Map(ran.map(({ hour, quarters }) => [hour, quarters]))
  const runs = (at: number) => {
    const hour = Math.floor(at / 4)
    const quarters = byHour.get(hour) ?? 0
    const late = !byHour.has(hour - 1) && byHour.has(hour + 1)
    return late ? at % 4 >= 4 - quarters : at % 4 < quarters
  }
  const found = { running: 0, used: 0, scheduled: 0, scheduledUsed: 0, idle: 0, waste: [0, 0, 0, 0] }
  for (let at = 0; at < length; at += 1) {
    if (!runs(at)) continue
    const kind = kindOf(locals[at] ?? { date: '', weekday: 0, hour: 0, minute: 0, offset: '' }, calendar)
    const isUsed = usedHours.has(hourOf(at))
    found.running += 1
    if (kind === 3) found.scheduled += 1
    if (isUsed) found.used += 1
    if (isUsed && kind === 3) found.scheduledUsed += 1
    if (!isUsed) found.waste[kind] = (found.waste[kind] ?? 0) + 1
    const silent = (other: number) => other >= 0 && other < length && runs(other) && !active(other)
    if (silent(at) && (silent(at - 1) || silent(at + 1))) found.idle += 1
  }
  return found
}

interface Local {
  date: string
  weekday: number
  hour: number
  minute: number
  offset: string
}

function localOf(epochMs: number, zone: string): Local {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone)
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
