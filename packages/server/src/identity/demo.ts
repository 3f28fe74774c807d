/** Demo sessions: half an hour as a demo user, limited to the demo organization. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Role } from '@kept/domain/permission.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import { addMembership } from '@kept/store/people/own-memberships.ts'
import { ensurePerson } from '@kept/store/people/persons.ts'
import { publicRoutes } from '../platform/implement.ts'
import { signedInAnswer } from './answers.ts'
import { beginSession } from './begin-session.ts'
import { countKnock } from './limits.ts'

/** Reserved addresses that can't receive mail, so no one else can own them. */
const identities: Record<'demo-client' | 'demo-admin', { email: string; full_name: string; role: Role }> = {
  'demo-admin': { email: 'demo-admin@demo.kept.invalid', full_name: 'Demo administrator', role: 'admin' },
  'demo-client': { email: 'demo-client@demo.kept.invalid', full_name: 'Demo client', role: 'user' },
}

export const demo = publicRoutes.auth.demo.handler(async ({ context, input }) => {
  const { services, visit } = context
  const { database } = services.state
  await countKnock(services, visit, 'demo', 300)
  const organization = services.config.demo ? await findOrganization(database, 'demo') : undefined
  if (!organization?.demo) throw new KeptError('not_found', 'The demo is not enabled.')
  const { email, full_name, role } = identities[input.as]
  const now = services.now()
  const { person } = await ensurePerson(database, { email, full_name, email_verified: true, now })
  await addMembership(database, { organizationId: organization.id, userId: person.id, role, now })
  const membership = await beginSession(context, {
    person,
    method: 'demo',
    kind: 'demo',
    organizationId: organization.id,
  })
  return signedInAnswer(person, membership)
})
