/** Users that an identity provider creates, changes, deactivates and deletes. */
import { gainedOnEntry } from '@kept/domain/permission.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { listAccounts } from '@kept/store/people/credentials.ts'
import { findDomain } from '@kept/store/people/domains.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { addMembership, findMembers, findMembersByEmail } from '@kept/store/people/members.ts'
import { ensurePerson, type Person } from '@kept/store/people/persons.ts'
import {
  findUserIdOfName,
  forgetProvisionedUser,
  listProvisionedUsers,
  type ProvisionedUser,
  saveProvisionedUser,
} from '@kept/store/provisioning/users.ts'
import { applyGroupRoles, groupRoleOf, readGroupRoles } from '../../people/public/apply-group-roles.ts'
import { changeStatus } from '../../people/public/change-role.ts'
import type { ScimCaller } from './caller.ts'
import { scimError } from './errors.ts'
import { emailOf, readUser, type ScimResource, type UserInput, userResource } from './resources.ts'

export async function listUsers({ base, scoped }: ScimCaller): Promise<ScimResource[]> {
  return (await scoped((tx) => listProvisionedUsers(tx))).map((user) => userResource(base, user))
}

export async function getUser({ base, scoped }: ScimCaller, id: string): Promise<ScimResource> {
  return userResource(base, await scoped((tx) => findOne(tx, id)))
}

async function findOne(tx: ScopedTransaction, id: string): Promise<ProvisionedUser> {
  const [user] = await listProvisionedUsers(tx, id)
  if (!user) throw scimError(404, 'User not found.')
  return user
}

export async function createUser(caller: ScimCaller, body: unknown): Promise<ScimResource> {
  const input = readUser(body)
  const email = emailOf(input)
  const full_name = fullNameOf(input)
  const { base, acting, now, scoped } = caller
  const user = await scoped(async (tx) => {
    await lockOrganization(tx)
    await refuseUnverifiedDomain(tx, email)
    await refuseExisting(tx, input, email)
    // Not marked as verified: other organizations must not trust this provider.
    const account = { email, full_name, email_verified: false, now }
    const { person, created } = await ensurePerson({ shared: tx }, account)
    // Also of someone who signed up at the same moment: an account that exists by now is seen here.
    if (!created) await refuseForeignAccount(tx, person)
    const { role, custom_role } = (await groupRoleOf(tx, person.id)) ?? { role: 'user', custom_role: null }
    await addMembership(tx, person.id, role, now, custom_role)
    await saveProvisionedUser(tx, person.id, namesOf(input), now)
    const isActive = input.active !== false
    if (!isActive) await changeStatus(tx, acting, person.id, 'disabled')
    const summary = `${full_name || email} was added by the identity provider.`
    const gained = isActive ? gainedOnEntry(role, { allow: [], deny: [], custom_role }) : []
    await recordAudit(tx, { ...acting.auditContext, action: 'membership.joined', target: person.id, summary, gained })
    return findOne(tx, person.id)
  })
  return userResource(base, user)
}

/** PUT, and what a PATCH makes of the user. Read under the lock: no change of another request is taken back. */
export async function replaceUser(
  caller: ScimCaller,
  id: string,
  bodyOf: (current: ScimResource) => unknown,
): Promise<ScimResource> {
  const { base, acting, now, scoped } = caller
  const user = await scoped(async (tx) => {
    await lockOrganization(tx)
    const before = await findOne(tx, id)
    const input = readUser(bodyOf(userResource(base, before)))
    const sent = input.emails?.map(({ value }) => value) ?? []
    if (sent.length > 0 && !sent.includes(before.email))
      throw scimError(400, `The email address of ${before.email} can't be changed here.`, 'mutability')
    const owner = await findUserIdOfName(tx, input.userName)
    if (owner !== undefined && owner !== id) throw taken(input.userName)
    await saveProvisionedUser(tx, id, namesOf(input), now)
    // Left out, it stays: a deactivated user must not come back because a field is missing.
    const active = input.active ?? before.active
    if (active !== before.active) await changeStatus(tx, acting, id, active ? 'active' : 'disabled')
    else await record(tx, caller, id, `${before.email} was changed by the identity provider.`)
    return findOne(tx, id)
  })
  return userResource(base, user)
}

/** Sessions, API keys and the roles of their groups end in the same transaction. */
export function deleteUser(caller: ScimCaller, id: string, check: (current: ScimResource) => void): Promise<void> {
  const { base, acting, scoped } = caller
  return scoped(async (tx) => {
    await lockOrganization(tx)
    check(userResource(base, await findOne(tx, id)))
    const before = await readGroupRoles(tx)
    await changeStatus(tx, acting, id, 'removed')
    await forgetProvisionedUser(tx, id)
    await applyGroupRoles(tx, acting, before)
  })
}

async function record(tx: ScopedTransaction, { acting }: ScimCaller, id: string, summary: string): Promise<void> {
  await recordAudit(tx, { ...acting.auditContext, action: 'membership.changed', target: id, summary })
}

function taken(name: string) {
  return scimError(409, `There is already a user ${name}.`, 'uniqueness')
}

/** The provider speaks only for domains that its organization proved to control. */
async function refuseUnverifiedDomain(tx: ScopedTransaction, email: string): Promise<void> {
  const domain = await findDomain(tx, email.split('@')[1] ?? '')
  if (domain?.verified_at != null) return
  const sentence = `The domain of ${email} is not verified. An admin can verify it in Settings, Organization.`
  throw scimError(400, sentence, 'invalidValue')
}

async function refuseExisting(tx: ScopedTransaction, { userName }: UserInput, email: string): Promise<void> {
  const [member] = await findMembersByEmail(tx, [email])
  if (member && member.removed_at === null) throw taken(email)
  const owner = await findUserIdOfName(tx, userName)
  if (owner !== undefined && owner !== member?.id) throw taken(userName)
}

/**
 * Someone may have signed up with the address without owning it. That account must not be let in: it is joined only when
 * its owner verified the address, or when no one can sign in to it.
 */
async function refuseForeignAccount(tx: ScopedTransaction, { id, email, email_verified }: Person): Promise<void> {
  if (email_verified) return
  const [member] = await findMembers(tx, [id])
  if (member || (await listAccounts({ shared: tx }, id)).length === 0) return
  throw scimError(409, `${email} already has an account, whose address is not verified.`, 'uniqueness')
}

function namesOf({ userName, externalId, name }: UserInput) {
  return {
    user_name: userName,
    external_id: externalId || null,
    given_name: name?.givenName ?? '',
    family_name: name?.familyName ?? '',
  }
}

function fullNameOf({ displayName, name }: UserInput): string {
  const parts = [name?.givenName, name?.familyName].filter(Boolean).join(' ')
  return (displayName || name?.formatted || parts).replaceAll(/\s+/g, ' ').slice(0, 200)
}
