/** A new organisation with its first admin. */
import { randomBytes } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { addMembership } from '@kept/store/people/members.ts'
import { attachSession, countOwnedOrganizations, insertOrganization } from '@kept/store/people/organizations.ts'
import { stampOf } from '../platform/acting.ts'
import type { RequestContext, SignedInPerson } from '../platform/context.ts'
import { refuseInDemo, refuseWhenBound } from '../platform/demo-limits.ts'

const mostOwned = 20

/** Its id. The session that asked acts for it from now on. */
export async function makeOrganization(context: RequestContext, person: SignedInPerson, name: string): Promise<string> {
  const { database } = context.services.state
  refuseInDemo(context)
  refuseWhenBound(context)
  if (!person.email_verified) throw new KeptError('forbidden', 'Please confirm your e-mail address first.')
  if ((await countOwnedOrganizations(database, person.id)) >= mostOwned) {
    throw new KeptError('conflict', `Nobody runs more than ${mostOwned} organisations.`)
  }
  const organizationId = await insertOrganization(database, { slug: slugOf(name), name })
  const stamp = stampOf(context)
  await database.scoped({ organizationId }, async (tx) => {
    await lockOrganization(tx)
    await addMembership(tx, person.id, 'admin', stamp.at)
    await attachSession(tx, person.session_id)
    const summary = `${name} was made.`
    await recordAudit(tx, { ...stamp, action: 'organization.created', target: organizationId, summary })
  })
  return organizationId
}

/**
 * Letters of the name and six of chance: the command line makes organisations by plain slugs, and nobody who signs up
 * may take one beforehand.
 */
export function slugOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return `${letters || 'organization'}-${randomBytes(4).toString('hex').slice(0, 6)}`
}
