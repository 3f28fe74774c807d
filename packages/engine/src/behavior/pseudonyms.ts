/** Pseudonyms of people: equal for the same person, and only identifiable with the key. */
import type { UsageEvent } from '@kept/domain/usage-event.ts'

/** A keyed hash of the caller's (HMAC with the organization's secret): text in, text out. */
type KeyedHash = (text: string) => string

/** An event without a name or an address; the location says where a person was, so it is removed too. */
export function pseudonymize(event: UsageEvent, hash: KeyedHash): UsageEvent {
  const person = personOf(event)
  return {
    ...event,
    user_id: person === null ? null : hash(person),
    user_name: null,
    user_email: null,
    location: '',
  }
}

/** Who it was, by the steadiest of what is said: addresses and ids are one person in any case of letters. */
export function personOf({ user_id, user_email, user_name }: UsageEvent): string | null {
  return (user_id ?? user_email ?? user_name)?.trim().toLowerCase() ?? null
}
