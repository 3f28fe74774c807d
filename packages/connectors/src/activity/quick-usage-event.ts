/**
 * The plain case of a usage event, a tenth of the time of the schema: files of ten million are nearly all of it.
 * Whatever is unusual in any way is left to the schema, which accepts it or says what is wrong.
 */
import { type ActivityType, activityOf, type UsageEvent } from '@kept/domain/usage-event.ts'

/** In this order the values of an event are looked for. */
export const quickFields = [
  ...['event_id', 'user_id', 'user_name', 'user_email', 'environment_id', 'environment_name', 'project', 'team'],
  ...['activity_type', 'timestamp', 'duration', 'cpu', 'memory', 'network', 'location', 'timezone'],
] as const

export interface QuickUsageEvents {
  /** `places` says where in `values` each field of `quickFields` stands, -1 for nowhere. Undefined: ask the schema. */
  read(values: readonly unknown[], places: Int8Array): UsageEvent | undefined
  /** What the schema accepted: its day and its zone are good from now on. */
  learn(event: UsageEvent): void
}

const timeOfDay = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const longestText = 200
const longestDuration = 31 * 86_400
const mostKnown = 5000

export function quickUsageEvents(): QuickUsageEvents {
  const days = new Set<string>()
  const zones = new Set<string>([''])
  const words = new Map<string, ActivityType>()
  const isUnusual = Symbol('unusual')

  const text = (values: readonly unknown[], at: number | undefined): string | typeof isUnusual => {
    const value = at === undefined || at < 0 ? '' : values[at]
    if (value === undefined || value === null) return ''
    return typeof value === 'string' && value.length <= longestText ? value : isUnusual
  }
  const amount = (values: readonly unknown[], at: number | undefined): number | null | typeof isUnusual => {
    const value = at === undefined || at < 0 ? '' : values[at]
    if (value === undefined || value === null || value === '') return null
    const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN
    return number >= 0 && number < Number.POSITIVE_INFINITY ? number : isUnusual
  }
  const activity = (word: string): ActivityType | undefined => {
    const known = words.get(word)
    if (known) return known
    const found = activityOf(word)
    if (found && words.size < mostKnown) words.set(word, found)
    return found
  }

  return {
    read(values, places) {
      const event_id = text(values, places[0])
      const user_id = text(values, places[1])
      const user_name = text(values, places[2])
      const user_email = text(values, places[3])
      const environment_id = text(values, places[4])
      const environment_name = text(values, places[5])
      const project = text(values, places[6])
      const team = text(values, places[7])
      const word = text(values, places[8])
      const timestamp = text(values, places[9])
      const duration = amount(values, places[10])
      const cpu = amount(values, places[11])
      const memory = amount(values, places[12])
      const network = amount(values, places[13])
      const location = text(values, places[14])
      const timezone = text(values, places[15])
      if (
        event_id === isUnusual ||
        user_id === isUnusual ||
        user_name === isUnusual ||
        user_email === isUnusual ||
        environment_id === isUnusual ||
        environment_id === '' ||
        environment_name === isUnusual ||
        project === isUnusual ||
        team === isUnusual ||
        word === isUnusual ||
        timestamp === isUnusual ||
        duration === isUnusual ||
        (duration ?? 0) > longestDuration ||
        cpu === isUnusual ||
        memory === isUnusual ||
        network === isUnusual ||
        location === isUnusual ||
        timezone === isUnusual ||
        !zones.has(timezone) ||
        !days.has(timestamp.slice(0, 10)) ||
        !timeOfDay.test(timestamp.slice(10))
      ) {
        return undefined
      }
      const activity_type = activity(word)
      if (!activity_type) return undefined
      return {
        event_id: event_id === '' ? undefined : event_id,
        user_id: user_id === '' ? null : user_id,
        user_name: user_name === '' ? null : user_name,
        user_email: user_email === '' ? null : user_email,
        environment_id,
        environment_name,
        project,
        team,
        activity_type,
        timestamp,
        duration: duration ?? 0,
        resource_usage: { cpu, memory, network },
        location,
        timezone,
      }
    },
    learn({ timestamp, timezone }) {
      if (days.size < mostKnown) days.add(timestamp.slice(0, 10))
      if (zones.size < mostKnown) zones.add(timezone)
    },
  }
}

/** Where a table's heads have each field, under any of the names a measure may have. */
export function placesIn(head: readonly string[]): Int8Array {
  const names = (field: string) => [field, `resource_usage.${field}`, `resource_usage_${field}`]
  // A table that writes its measures as JSON in one cell is unusual.
  if (head.includes('resource_usage') || head.length > 127) return new Int8Array()
  return Int8Array.from(quickFields, (field) => Math.max(...names(field).map((name) => head.indexOf(name))))
}
