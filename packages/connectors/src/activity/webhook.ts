/** A delivery as it was received: { headers, body }. Header names are case-insensitive. */

import type { SourceRecord } from './activity-source.ts'
import { recordAt } from './reading.ts'

export function headerOf(record: SourceRecord, name: string): string {
  for (const [key, value] of Object.entries(recordAt(record, 'headers'))) {
    if (key.toLowerCase() === name) return typeof value === 'string' ? value : ''
  }
  return ''
}
