/**
 * Deletes an account whose grace period has ended. In each organization of the person, names become a pseudonym: in the
 * audit log, in rows, in recorded activity. Every step can be repeated after a kill; the account itself goes last.
 */
import type { AuditEvent } from '@kept/domain/audit.ts'
import { eraseAuditPage } from '@kept/store/audit/erase.ts'
import { ofPerson } from '@kept/store/audit/erasure-conditions.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { deleteUsesOf } from '@kept/store/audit/uses.ts'
import { erasePerson } from '@kept/store/behavior/people.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import {
  type AccountDeletion,
  findAccountDeletion,
  listAllMemberships,
  setAccountDeletion,
} from '@kept/store/people/account-deletion.ts'
import {
  deleteInvitationsOf,
  deleteMembership,
  deleteUser,
  isDistinctName,
  type PersonNames,
  pseudonymOfPerson,
  replacementsOf,
  replacePerson,
} from '@kept/store/people/erase-person.ts'
import { findPerson, type Person } from '@kept/store/people/persons.ts'
import { deleteEndedMail } from '../platform/job-queues.ts'
import { pseudonymOf } from '../platform/pseudonym.ts'
import { notifyOwner } from './account-deletion.ts'
import type { DeletionDeps } from './erase-organization.ts'
import { forgetMailFiles } from './forget-mail-files.ts'
import { leaveEveryOrganization } from './leave-every-organization.ts'
import { elsewhereRefusal } from './refuse-account-elsewhere.ts'

export async function eraseAccount(deps: DeletionDeps, userId: string, signal?: AbortSignal): Promise<void> {
  const { database } = deps.state
  const person = await findPerson(database, { id: userId })
  const pending = await findAccountDeletion(database, userId)
  if (!person || !pending || pending.due_at > deps.now()) return
  if (!(await begin(deps, person, pending))) return
  await forgetMailFiles(deps.folder.path, [person.email])
  await deleteEndedMail(database, person.email)
  for (const { organization_id } of await listAllMemberships(database, userId)) {
    signal?.throwIfAborted()
    await eraseIn(deps, organization_id, person, signal)
  }
  for (const { id } of await listOrganizations(database))
    await database.scoped({ organizationId: id }, (tx) => deleteInvitationsOf(tx, person))
  await deleteUser(database, person)
  deps.log.info({ event: 'account.deleted', user_id: userId }, 'account deleted')
  await notifyOwner(deps, person, { event: 'deleted', due_at: pending.due_at })
}

/**
 * From here on the account is disabled, and no one cancels its deletion: what an earlier run began goes on, also
 * where someone restored or invited the user since then. False where the account stays.
 */
async function begin(deps: DeletionDeps, person: Person, pending: AccountDeletion): Promise<boolean> {
  const { database } = deps.state
  if (person.disabled_at !== null && person.disabled_at >= pending.due_at) return true
  const elsewhere = await elsewhereRefusal(database, person.id, pending)
  const leaving =
    elsewhere === undefined
      ? await leaveEveryOrganization(database, person, deps.now())
      : ({ result: 'refused', message: elsewhere } as const)
  if (leaving.result !== 'refused') return leaving.result === 'left'
  await setAccountDeletion(database, person.id, null)
  await notifyOwner(deps, person, { event: 'canceled', due_at: pending.due_at, reason: leaving.message })
  return false
}

/** The membership goes last: it says which organizations are left to do. */
async function eraseIn(
  deps: DeletionDeps,
  organizationId: string,
  person: PersonNames,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { state, secrets, now } = deps
  const scope = { organizationId }
  const pseudonym = pseudonymOf(secrets, scope)
  for (const name of [person.email, person.full_name, person.id].filter((text) => text.trim() !== ''))
    await erasePerson(state.warehouse, scope, pseudonym(name))
  await replacePerson(state.database, organizationId, person)
  const at = now()
  const named = replacementsOf(person).filter((_, index) => index === 0 || isDistinctName(person.full_name))
  const which = ofPerson(person.id, named.map(({ pattern }) => pattern).join('|'), at)
  for (let erased = 1; erased > 0; ) {
    signal?.throwIfAborted()
    const page = { which, reason: 'account_deleted', at } as const
    erased = await state.database.scoped(scope, (tx) =>
      eraseAuditPage(tx, { ...page, erase: (event) => withoutPerson(event, person) }),
    )
  }
  await state.database.scoped(scope, async (tx) => {
    await deleteMembership(tx, person.id)
    await deleteUsesOf(tx, person.id)
    await recordAudit(tx, {
      action: 'account.deleted',
      actor: { kind: 'system', id: null, name: 'Kept' },
      at: now(),
      summary: `The account of ${pseudonymOfPerson(person).name} was deleted.`,
      details: { reason: 'requested by the user' },
    })
  })
}

/** The event with pseudonyms; where the person acted from is left out. */
function withoutPerson(event: AuditEvent, person: PersonNames): AuditEvent {
  const pseudonym = pseudonymOfPerson(person)
  const isActor = event.actor_id === person.id
  const replaced: AuditEvent = JSON.parse(replaceNames(JSON.stringify(event), person))
  return {
    ...replaced,
    actor_id: isActor ? pseudonym.name : event.actor_id,
    actor_name: isActor ? pseudonym.name : replaced.actor_name,
    resource_id: event.resource_id === person.id ? pseudonym.name : event.resource_id,
    ...(isActor && { ip: null, user_agent: null, session_id: undefined }),
  }
}

function replaceNames(text: string, person: PersonNames): string {
  return replacementsOf(person).reduce((left, { pattern, replacement }) => {
    // Postgres and JavaScript differ in the name of this class only.
    const expression = new RegExp(pattern.replaceAll('[[:alnum:]]', '[\\p{L}\\p{N}]'), 'giu')
    return left.replaceAll(expression, replacement)
  }, text)
}
