/**
 * A fast path for plain usage events, ten times as fast as the schema: files of ten million consist almost entirely of
 * them. Anything unusual is passed to the schema, which accepts it or reports the error.
 */
import { type ActivityType, activityOf, type UsageEvent } from '@kept/domain/usage-event.ts'

/** The fields of an event, in the order in which their values are passed. */
export const quickFields = [
  ...['event_id', 'user_id', 'user_name', 'user_email', 'environment_id', 'environment_name', 'project', 'team'],
  ...['activity_type', 'timestamp', 'duration', 'cpu', 'memory', 'network', 'location', 'time_zone', 'user_agent'],
] as const

export interface QuickUsageEvents {
  /** `positions` gives the index in `values` of each field of `quickFields`, -1 for none. Undefined: use the schema. */
  read(values: readonly unknown[], positions: Int8Array): UsageEvent | undefined
  /** Remembers a day and a time zone that the schema has accepted. */
  learn(event: UsageEvent): void
}

const timeOfDay = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const longestText = 200
const longestDuration = 31 * 86_400
const maxKnown = 5000

export function quickUsageEvents(mark: (event: UsageEvent, userAgent: string) => UsageEvent): QuickUsageEvents {
  const days = new Set<string>()
  const timeZones = new Set<string>([''])
  const activityTypes = new Map<string, ActivityType>()
  const isUnusual = Symbol('unusual')

  const text = (values: readonly unknown[], index: number | undefined): string | typeof isUnusual => {
    const value = index === undefined || index < 0 ? '' : values[index]
    if (value === undefined || value === null) return ''
    return typeof value === 'string' && value.length <= longestText ? value : isUnusual
  }
  const amount = (values: readonly unknown[], index: number | undefined): number | null | typeof isUnusual => {
    const value = index === undefined || index < 0 ? '' : values[index]
    if (value === undefined || value === null || value === '') return null
    const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value) : Number.NaN
    return number >= 0 && number < Number.POSITIVE_INFINITY ? number : isUnusual
  }
  const activity = (name: string): ActivityType | undefined => {
    const cached = activityTypes.get(name)
    if (cached) return cached
    const activityType = activityOf(name)
    if (activityType && activityTypes.size < maxKnown) activityTypes.set(name, activityType)
    return activityType
  }

  return {
    read(values, positions) {
      const event_id = text(values, positions[0])
      const user_id = text(values, positions[1])
      const user_name = text(values, positions[2])
      const user_email = text(values, positions[3])
      const environment_id = text(values, positions[4])
      const environment_name = text(values, positions[5])
      const project = text(values, positions[6])
      const team = text(values, positions[7])
      const activityName = text(values, positions[8])
      const timestamp = text(values, positions[9])
      const duration = amount(values, positions[10])
      const cpu = amount(values, positions[11])
      const memory = amount(values, positions[12])
      const network = amount(values, positions[13])
      const location = text(values, positions[14])
      const timeZone = text(values, positions[15])
      const userAgent = text(values, positions[16])
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
        activityName === isUnusual ||
        timestamp === isUnusual ||
        duration === isUnusual ||
        (duration ?? 0) > longestDuration ||
        cpu === isUnusual ||
        memory === isUnusual ||
        network === isUnusual ||
        location === isUnusual ||
        timeZone === isUnusual ||
        userAgent === isUnusual ||
        !timeZones.has(timeZone) ||
        !days.has(timestamp.slice(0, 10)) ||
        !timeOfDay.test(timestamp.slice(10))
      ) {
        return undefined
      }
      const activity_type = activity(activityName)
      if (!activity_type) return undefined
      const event: UsageEvent = {
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
        time_zone: timeZone,
      }
      return mark(event, userAgent)
    },
    learn({ timestamp, time_zone: timeZone }) {
      if (days.size < maxKnown) days.add(timestamp.slice(0, 10))
      if (timeZones.size < maxKnown) timeZones.add(timeZone)
    },
  }
}

/** The column of each field in a table's header, under any accepted name. */
export function placesIn(head: readonly string[]): Int8Array {
  const names = (field: string) => [
    ...[field, `resource_usage.${field}`, `resource_usage_${field}`],
    // Also written as one word.
    ...(field === 'time_zone' ? ['timezone'] : []),
  ]
  // A table with its measures as JSON in one cell is unusual.
  if (head.includes('resource_usage') || head.length > 127) return new Int8Array()
  return Int8Array.from(quickFields, (field) => Math.max(...names(field).map((name) => head.indexOf(name))))
}
