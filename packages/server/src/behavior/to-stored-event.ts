/** Usage events as they are stored: without the names of people. */
import { hash } from 'node:crypto'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { personOf, pseudonymize } from '@kept/engine/behavior/pseudonyms.ts'
import type { StoredEvent } from '@kept/store/behavior/write-events.ts'
import type { Pseudonym } from '../platform/pseudonym.ts'

/** Replaces the user with a pseudonym. An event without an id gets one derived from its content. */
export function toStoredEvent(event: UsageEvent, pseudonym: Pseudonym): StoredEvent {
  const { user_id, user_name, user_email, location, ...storedFields } = pseudonymize(event, pseudonym)
  const person = personOf({ ...event, user_id, user_name, user_email }) ?? ''
  const { environment_id, activity_type, timestamp, duration, resource_usage } = storedFields
  const content = JSON.stringify([environment_id, person, activity_type, timestamp, duration, resource_usage])
  return {
    ...storedFields,
    person,
    event_id: storedFields.event_id ?? `content:${hash('sha256', content)}`,
  }
}
