/** What is stored about a user, as one JSON object. Secrets and hashes of credentials are left out. */

import { KeptError } from '@kept/domain/errors.ts'
import { listAuditEventsOfPerson } from '@kept/store/audit/list-of-person.ts'
import { listAllMemberships } from '@kept/store/people/account-deletion.ts'
import { listPasskeys } from '@kept/store/people/passkeys.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { listSessions } from '@kept/store/people/sessions.ts'
import type { PersonContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { refuseAccountElsewhere } from './refuse-account-elsewhere.ts'

export async function exportAccount(context: PersonContext) {
  refuseInDemo(context)
  await refuseAccountElsewhere(context)
  const { services, person } = context
  const { database } = services.state
  const profile = await findPerson(database, { id: person.id })
  if (!profile) throw new KeptError('not_found', 'Your account was deleted.')
  const memberships = await listAllMemberships(database, person.id)
  const events = []
  for (const { organization_id } of memberships)
    events.push(...(await listAuditEventsOfPerson(database, { organizationId: organization_id }, person.id)))
  return {
    exported_at: services.now().toISOString(),
    profile: { ...profile },
    memberships: memberships.map((membership) => ({ ...membership })),
    sessions: await listSessions(database, person.id, services.now()),
    sign_in_methods: (await listPasskeys(database, person.id)).map(({ id, name, created_at, last_used_at }) => ({
      ...{ kind: 'passkey', id, name, created_at, last_used_at },
    })),
    audit_events: events.map((event) => ({ ...event })),
  }
}
