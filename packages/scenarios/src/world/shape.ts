/**
 * The activity of a resource from hour to hour, as data: the bill reads it as usage, metrics as load and requests.
 * Every shape is a function of the hour alone, so that any hour can be read in any order.
 */
import { noiseAt } from '../random.ts'
import type { Day } from './calendar.ts'

export type Shape =
  | { is: 'steady' }
  /** On from Monday to Friday, `from` to `to` UTC, else off: an applied schedule. */
  | { is: 'office'; from: number; to: number }
  /** Always on until a day, then on an applied schedule. */
  | { is: 'office_since'; day: number; from: number; to: number }
  /** On from one day up to and without another. */
  | { is: 'between'; from: number; to: number }
  /** Working hours: quiet at night, a weekend at `weekend` of a weekday, growing by `perWeek`. */
  | { is: 'traffic'; night: number; weekend: number; perWeek: number }
  /** Machines that an autoscaler starts during the day. */
  | { is: 'scaled'; from: number; to: number; weekends: boolean }
  /** Grows by the day from day `since`, and never decreases. */
  | { is: 'stock'; perDay: number; since: number }
  /** Typical until `lastDays` before the end, then `times` as much. */
  | { is: 'step'; times: number; lastDays: number }
  /** One day, `daysBeforeEnd`, at `times` the typical activity. */
  | { is: 'spike'; times: number; daysBeforeEnd: number }
  /** Closing the books: the last two days of a month and the first of the next at `times` the typical activity. */
  | { is: 'month_end'; times: number }

const ordinaryNoise = 0.06

/** Growth is limited, so that a world of a year stays realistic. */
const growingDays = 150
const grownDays = (index: number): number => Math.min(index, growingDays)

/** Activity at an hour of a day, 1 is typical. `key` seeds the resource's noise, `index` is the day's number. */
export function activityAt(shape: Shape, key: number, days: readonly Day[], index: number, hour: number): number {
  const day = days[index]
  if (!day) return 0
  const noise = 1 + ordinaryNoise * noiseAt(key, index * 24 + hour)
  switch (shape.is) {
    case 'steady':
      return 1
    case 'office':
      return day.weekday <= 5 && hour >= shape.from && hour < shape.to ? 1 : 0
    case 'office_since':
      return index < shape.day || (day.weekday <= 5 && hour >= shape.from && hour < shape.to) ? 1 : 0
    case 'between':
      return index >= shape.from && index < shape.to ? 1 : 0
    case 'scaled':
      return (shape.weekends || day.weekday <= 5) && hour >= shape.from && hour < shape.to ? 1 : 0
    case 'traffic': {
      const sun = (1 - Math.cos(((hour - 3) / 24) * 2 * Math.PI)) / 2
      const ofDay = shape.night + (1 - shape.night) * sun
      return ofDay * (day.weekday > 5 ? shape.weekend : 1) * (1 + shape.perWeek) ** (grownDays(index) / 7) * noise
    }
    case 'stock':
      return (1 + shape.perDay) ** grownDays(Math.max(0, index - shape.since))
    case 'step':
      return (index >= days.length - shape.lastDays ? shape.times : 1) * noise
    case 'spike':
      return (index === days.length - shape.daysBeforeEnd ? shape.times : 1) * noise
    case 'month_end':
      return (day.dayOfMonth === 1 || day.dayOfMonth > day.daysInMonth - 2 ? shape.times : 1) * noise
  }
}

/** The mean of a day's hours, for daily charges. */
export function activityOfDay(shape: Shape, key: number, days: readonly Day[], index: number): number {
  if (shape.is === 'steady') return 1
  let total = 0
  for (let hour = 0; hour < 24; hour += 1) total += activityAt(shape, key, days, index, hour)
  return total / 24
}
