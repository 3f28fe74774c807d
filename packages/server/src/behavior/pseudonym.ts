/** Pseudonyms of users, keyed by organization, so data of two organizations can't be joined. */
import { createHmac, hash } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { personOf, pseudonymize } from '@kept/engine/behavior/pseudonyms.ts'
import type { StoredEvent } from '@kept/store/behavior/write-events.ts'
import type { Secrets } from '../platform/secrets.ts'

type Pseudonym = (person: string) => string

/** `person` is the id, email address or name in an event. Case does not matter. */
export function pseudonymOf(secrets: Secrets, { organizationId }: Scope): Pseudonym {
  const key = secrets.keyFor(`pseudonyms of ${organizationId}`)
  const cache = new Map<string, string>()
  return (person) => {
    const normalized = person.trim().toLowerCase()
    const cached = cache.get(normalized)
    if (cached) return cached
    const name = `person-${createHmac('sha256', key).update(normalized).digest('hex').slice(0, 16)}`
    cache.set(normalized, name)
    return name
  }
}

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
