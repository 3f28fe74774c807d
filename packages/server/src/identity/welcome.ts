/** Creates an organization for a newly verified user. */
import { randomBytes } from 'node:crypto'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { addMembership, listOwnMemberships } from '@kept/store/people/own-memberships.ts'
import type { Person } from '@kept/store/people/persons.ts'
import type { Services } from '../platform/context.ts'

/** Whether sign-up is open to everyone or limited to KEPT_ADMIN_EMAILS. */
export function maySignUp({ config }: Pick<Services, 'config'>, email: string): boolean {
  return config.signUp || config.adminEmails.includes(email.toLowerCase())
}

/** Creates an organization with its admin, unless the user has one. */
export async function welcome(
  services: Services,
  person: Pick<Person, 'id' | 'email' | 'full_name'>,
  name?: string,
): Promise<void> {
  if ((await listOwnMemberships(services.state.database, person.id)).length > 0) return
  await makeOwnOrganization(services, person, name)
}

/**
 * Creates an organization for a user whose address was just verified, and returns its id. Existing memberships don't
 * count: others could have added the address before its owner signed up.
 */
export async function makeOwnOrganization(
  services: Services,
  person: Pick<Person, 'id' | 'email' | 'full_name'>,
  name = `${person.full_name || person.email.split('@')[0]}'s organization`,
): Promise<string> {
  const { database } = services.state
  const organization = await ensureOrganization(database, {
    slug: slugFor(name),
    name: name.slice(0, 100),
    demo: false,
  })
  const membership = { organizationId: organization.id, userId: person.id, role: 'admin' as const }
  await addMembership(database, { ...membership, now: services.now() })
  return organization.id
}

/** A readable, unique slug. Two organizations can have the same name. */
function slugFor(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return `${slug || 'organization'}-${randomBytes(4).toString('hex')}`.replace(/^-+/, '')
}
