/** The first time somebody comes in with an address that is shown to be theirs: an organisation of their own. */
import { randomBytes } from 'node:crypto'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { addMembership, listOwnMemberships } from '@kept/store/people/own-memberships.ts'
import type { Person } from '@kept/store/people/persons.ts'
import type { Services } from '../platform/context.ts'

/** Anybody may sign up, or only those named in KEPT_ADMIN_EMAILS. */
export function maySignUp({ config }: Pick<Services, 'config'>, email: string): boolean {
  return config.signUp || config.adminEmails.includes(email.toLowerCase())
}

/** Makes an organization and its admin, unless the person belongs somewhere already. */
export async function welcome(
  services: Services,
  person: Pick<Person, 'id' | 'email' | 'full_name'>,
  name?: string,
): Promise<void> {
  if ((await listOwnMemberships(services.state.database, person.id)).length > 0) return
  await makeOwnOrganization(services, person, name)
}

/**
 * Makes an organization of their own for somebody whose address has just been verified, and answers its id. Belonging
 * somewhere already does not count: before the owner came, others could have added the address to an organization.
 */
export async function makeOwnOrganization(
  services: Services,
  person: Pick<Person, 'id' | 'email' | 'full_name'>,
  name = `${person.full_name || person.email.split('@')[0]}'s organisation`,
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

/** Readable, and never one that is taken: two organisations may bear one name. */
function slugFor(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return `${plain || 'organisation'}-${randomBytes(4).toString('hex')}`.replace(/^-+/, '')
}
