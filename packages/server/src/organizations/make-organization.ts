/** Creates an organization with its first admin. */
import { randomBytes } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { addMembership } from '@kept/store/people/members.ts'
import { attachSession, countOwnedOrganizations, insertOrganization } from '@kept/store/people/organizations.ts'
import { stampOf } from '../platform/acting.ts'
import type { RequestContext, SignedInPerson } from '../platform/context.ts'
import { refuseInDemo, refuseWhenBound } from '../platform/demo-limits.ts'

const maxOwned = 20

/** Returns the id. The session switches to the new organization. */
export async function makeOrganization(context: RequestContext, person: SignedInPerson, name: string): Promise<string> {
  const { database } = context.services.state
  refuseInDemo(context)
  refuseWhenBound(context)
  if (!person.email_verified) throw new KeptError('forbidden', 'Verify your email address first.')
  if ((await countOwnedOrganizations(database, person.id)) >= maxOwned) {
    throw new KeptError('conflict', `You can own up to ${maxOwned} organizations.`)
  }
  const organizationId = await insertOrganization(database, { slug: slugOf(name), name })
  const auditContext = stampOf(context)
  await database.scoped({ organizationId }, async (tx) => {
    await lockOrganization(tx)
    await addMembership(tx, person.id, 'admin', auditContext.at)
    await attachSession(tx, person.session_id)
    const summary = `${name} was created.`
    await recordAudit(tx, { ...auditContext, action: 'organization.created', target: organizationId, summary })
  })
  return organizationId
}

/**
 * A slug from the name and six random characters. Plain slugs are reserved for the command line, so users can't take
 * them in advance.
 */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
  return `${slug || 'organization'}-${randomBytes(4).toString('hex').slice(0, 6)}`
}
