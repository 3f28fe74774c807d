/** Pseudonyms of users, keyed by organization, so data of two organizations can't be joined. */
import { createHmac } from 'node:crypto'
import type { Scope } from '@kept/domain/scope.ts'
import type { Secrets } from './secrets.ts'

export type Pseudonym = (person: string) => string

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
