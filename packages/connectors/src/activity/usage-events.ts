/** Usage events in Kept's own format: JSON as in the API, or a table with the same columns. */

import { badInput } from '@kept/domain/errors.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { usageEventSchema } from '@kept/domain/usage-event.ts'
import { defineActivitySource, type SourceRecord } from './activity-source.ts'
import { instantFrom } from './reading.ts'

const fields = Object.keys(usageEventSchema.shape)
const measures = ['cpu', 'memory', 'network'] as const

export const usageEvents = defineActivitySource({
  id: 'usage-events',
  label: 'Kept usage events',
  recognizes: (record) => 'environment_id' in record && 'activity_type' in record,
  read(record) {
    const event: SourceRecord = {}
    for (const field of fields) if (field in record && record[field] !== '') event[field] = record[field]
    // Also written as one word.
    if (event.time_zone === undefined && record.timezone) event.time_zone = record.timezone
    event.duration = numberFrom(record.duration, 'duration') ?? 0
    const usage = record.resource_usage
    if (typeof usage === 'string' && usage !== '') event.resource_usage = parsed(usage)
    else if (typeof usage !== 'object' || usage === null) event.resource_usage = flatUsage(record)
    if (typeof event.timestamp !== 'string' || !/T.*(?:Z|[+-]\d\d:\d\d)$/.test(event.timestamp)) {
      event.timestamp = instantFrom(record.timestamp, 'timestamp')
    }
    return { events: [readBy(usageEventSchema, event, 'The event')] }
  },
})

/** In a table each measure has its own column: "cpu", or "resource_usage.cpu". */
function flatUsage(record: SourceRecord) {
  return Object.fromEntries(
    measures.map((name) => [
      name,
      numberFrom(record[name] ?? record[`resource_usage.${name}`] ?? record[`resource_usage_${name}`], name),
    ]),
  )
}

function numberFrom(value: unknown, field: string): number | null {
  if (value === undefined || value === null || value === '') return null
  const number = typeof value === 'number' ? value : Number(value)
  if (!Number.isFinite(number)) throw badInput(`${field} must be a number; it is "${String(value).slice(0, 60)}".`)
  return number
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badInput(`resource_usage must be JSON, such as {"cpu":12}; it is "${text.slice(0, 60)}".`)
  }
}
