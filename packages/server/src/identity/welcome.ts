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

/** Makes an organisation and its administrator, unless the person belongs somewhere already. */
export async function welcome(
  services: Services,
  person: Pick<Person, 'id' | 'email' | 'full_name'>,
  name = `${person.full_name || person.email.split('@')[0]}'s organisation`,
): Promise<void> {
  const { database } = services.state
  if ((await listOwnMemberships(database, person.id)).length > 0) return
  const organization = await ensureOrganization(database, {
    slug: slugFor(name),
    name: name.slice(0, 100),
    demo: false,
  })
  await addMembership(database, {
    organizationId: organization.id,
    userId: person.id,
    role: 'admin',
    now: services.now(),
  })
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
