/** When an alert is sent: at once, with the next digest, or after quiet hours; all in the rule's time zone. */
import type { AlertSchedule, QuietHours } from '@kept/domain/alert.ts'
import type { AlertSeverity } from '@kept/domain/alert-labels.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'

/** Adjacent windows may cover the complete week; after this many the alert is sent anyway. */
const maxWindows = 16

/** `calm`: good news, which can wait whatever its severity. */
export interface Urgency {
  severity: AlertSeverity
  calm?: boolean | undefined
}

/** Whether it waits neither for a digest nor for the end of quiet hours. */
export function passesQuiet(
  { critical_passes }: Pick<AlertSchedule, 'critical_passes'>,
  { severity, calm = false }: Urgency,
): boolean {
  return severity === 'critical' && !calm && critical_passes
}

/** The instant (epoch milliseconds) at which something of this severity that happened at `now` is to be told. */
export function dueAt(schedule: AlertSchedule, urgency: Urgency, now: number): number {
  if (passesQuiet(schedule, urgency)) return now
  return afterQuiet(schedule, schedule.digest ? nextDigest(schedule, schedule.digest, now) : now)
}

/** The same instant, or the first after it that is in no quiet window. */
export function afterQuiet(
  { time_zone: timeZone, quiet }: Pick<AlertSchedule, 'time_zone' | 'quiet'>,
  timestamp: number,
): number {
  let moment = timestamp
  for (let step = 0; step < maxWindows; step += 1) {
    const end = quiet.reduce<number | null>((latest, window) => {
      const ends = endOf(window, timeZone, moment)
      return ends === null || (latest !== null && latest >= ends) ? latest : ends
    }, null)
    if (end === null) return moment
    moment = end
  }
  return moment
}

/** True when these windows leave some time of the week in which alerts can be sent. */
export function leavesTime(schedule: Pick<AlertSchedule, 'time_zone' | 'quiet'>): boolean {
  // Any Monday: the zone's own oddities are shorter than the windows people choose.
  const start = Temporal.ZonedDateTime.from(`2024-01-01T00:00[${schedule.time_zone}]`).epochMilliseconds
  return afterQuiet(schedule, start) < start + 8 * dayMs
}

/** When the window that holds this instant ends; null when it holds it not. One that passes midnight began the day before. */
function endOf({ days, from, to }: QuietHours, timeZone: string, timestamp: number): number | null {
  const local = zoned(timestamp, timeZone)
  for (const daysBack of [0, 1]) {
    const day = local.toPlainDate().subtract({ days: daysBack })
    if (!days.includes(day.dayOfWeek)) continue
    const start = momentOf(day, from, timeZone)
    const end = momentOf(to > from ? day : day.add({ days: 1 }), to, timeZone)
    if (timestamp >= start && timestamp < end) return end
  }
  return null
}

/** The first after `at`: on the hour, or at its time of each day or of its day of the week. */
function nextDigest(
  { time_zone: timeZone }: AlertSchedule,
  digest: NonNullable<AlertSchedule['digest']>,
  timestamp: number,
): number {
  const local = zoned(timestamp, timeZone)
  if (digest.frequency === 'hourly') {
    return local.round({ smallestUnit: 'hour', roundingMode: 'floor' }).add({ hours: 1 }).epochMilliseconds
  }
  const today = local.toPlainDate()
  const wait = digest.frequency === 'daily' ? 0 : (digest.weekday - today.dayOfWeek + 7) % 7
  const step = digest.frequency === 'daily' ? 1 : 7
  const next = momentOf(today.add({ days: wait }), digest.at, timeZone)
  return next > timestamp ? next : momentOf(today.add({ days: wait + step }), digest.at, timeZone)
}

function zoned(timestamp: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(timestamp).toZonedDateTimeISO(timeZone)
}

function momentOf(day: Temporal.PlainDate, time: string, timeZone: string): number {
  return day.toZonedDateTime({ timeZone: timeZone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds
}
