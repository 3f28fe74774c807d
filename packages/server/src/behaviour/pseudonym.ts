/** People of an organisation by pseudonym: with a key of its own, so that two organisations cannot be laid together. */
import { createHash, createHmac } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { personOf, pseudonymise } from '@kept/engine/behaviour/pseudonyms.ts'
import type { KeptEvent } from '@kept/store/behaviour/write-events.ts'
import type { Secrets } from '../platform/secrets.ts'

export type Pseudonym = (person: string) => string

/** `person` as events name them: an id, an address or a name, in any case of letters. */
export function pseudonymOf(secrets: Secrets, { organizationId }: Scope): Pseudonym {
  const key = secrets.keyFor(`pseudonyms of ${organizationId}`)
  const known = new Map<string, string>()
  return (person) => {
    const plain = person.trim().toLowerCase()
    const found = known.get(plain)
    if (found) return found
    const made = `person-${createHmac('sha256', key).update(plain).digest('hex').slice(0, 16)}`
    known.set(plain, made)
    return made
  }
}

/** An event as it may be kept. Without an id of its own, all that matters in it is its id. */
export function toKeptEvent(event: UsageEvent, pseudonym: Pseudonym): KeptEvent {
  const { user_id, user_name, user_email, location, ...rest } = pseudonymise(event, pseudonym)
  const person = personOf({ ...event, user_id, user_name, user_email }) ?? ''
  const { environment_id, activity_type, timestamp, duration, resource_usage } = rest
  const content = JSON.stringify([environment_id, person, activity_type, timestamp, duration, resource_usage])
  return { ...rest, person, event_id: rest.event_id ?? `content:${createHash('sha256').update(content).digest('hex')}` }
}
