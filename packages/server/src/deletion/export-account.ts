/** What is stored about a user, as one JSON object. Secrets and hashes of credentials are left out. */

import type { AuditEvent } from '@kept/domain/audit.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { listAuditEventsOfPerson } from '@kept/store/audit/list-of-person.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listAllMemberships } from '@kept/store/people/account-deletion.ts'
import { listAccounts } from '@kept/store/people/credentials.ts'
import { listPasskeys } from '@kept/store/people/passkeys.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { listSessions } from '@kept/store/people/sessions.ts'
import { findTwoFactor } from '@kept/store/people/two-factor.ts'
import type { PersonContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { refuseAccountElsewhere } from './refuse-account-elsewhere.ts'

/** One JSON object is made of them, in memory. How many more there are is part of it. */
const MAX_EVENTS = 20_000

export async function exportAccount(context: PersonContext) {
  refuseInDemo(context)
  await refuseAccountElsewhere(context)
  const { services, person } = context
  const { database } = services.state
  const profile = await findPerson(database, { id: person.id })
  if (!profile) throw new KeptError('not_found', 'Your account was deleted.')
  const memberships = await listAllMemberships(database, person.id)
  const { events, left_out } = await listAuditEvents(database, memberships, person.id)
  return {
    exported_at: services.now().toISOString(),
    profile: { ...profile },
    memberships: memberships.map((membership) => ({ ...membership })),
    sessions: await listSessions(database, person.id, services.now()),
    sign_in_methods: await listSignInMethods(database, person.id),
    audit_events: events.map((event) => ({ ...event })),
    audit_events_left_out: left_out,
  }
}

/** What one organization leaves of its share is for those after it. */
async function listAuditEvents(
  database: Database,
  memberships: readonly { organization_id: string }[],
  userId: string,
): Promise<{ events: AuditEvent[]; left_out: number }> {
  const events: AuditEvent[] = []
  let left_out = 0
  for (const [index, { organization_id }] of memberships.entries()) {
    const limit = Math.floor((MAX_EVENTS - events.length) / (memberships.length - index))
    const own = await listAuditEventsOfPerson(database, { organizationId: organization_id }, userId, limit)
    events.push(...own.events)
    left_out += own.left_out
  }
  return { events, left_out }
}

async function listSignInMethods(database: Database, userId: string): Promise<Record<string, unknown>[]> {
  const accounts = (await listAccounts(database, userId)).map(({ provider_id, account_id, created_at }) =>
    provider_id === 'credential'
      ? { kind: 'password', created_at }
      : { kind: 'account', provider: provider_id, account_id, created_at },
  )
  const passkeys = (await listPasskeys(database, userId)).map(({ id, name, created_at, last_used_at }) => ({
    ...{ kind: 'passkey', id, name, created_at, last_used_at },
  }))
  const confirmed_at = (await findTwoFactor(database, userId))?.confirmed_at
  return [...accounts, ...passkeys, ...(confirmed_at ? [{ kind: 'authenticator', confirmed_at }] : [])]
}
