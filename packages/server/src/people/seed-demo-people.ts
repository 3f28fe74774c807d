/** Seeds the demo organization's users once. They have no way to sign in. */
import type { Scope } from '@kept/domain/scope.ts'
import { type DemoPerson, northwindActions, northwindPeople } from '@kept/scenarios/world/northwind-people.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { eraseDemoAuditLog } from '@kept/store/demo/erase-audit-log.ts'
import { createInvitation } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { addMembership, changeMembership, findMembersByEmail } from '@kept/store/people/members.ts'
import { ensurePerson } from '@kept/store/people/persons.ts'
import type { Services } from '../platform/context.ts'
import { newToken } from '../platform/one-time-token.ts'

const hour = 3600 * 1000
const day = 24 * hour
/** Reserved domain: no one can own these addresses. */
const addressOf = (name: string) => `${name}@demo.kept.invalid`

/** Returns true when they were seeded now. */
export async function seedDemoPeople(
  { state: { database }, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
): Promise<boolean> {
  const timestamp = now()
  const ids = new Map<string, string>()
  for (const { name, full_name, status } of northwindPeople) {
    if (status === 'invited') continue
    const { person } = await ensurePerson(database, {
      email: addressOf(name),
      full_name,
      email_verified: true,
      now: timestamp,
    })
    ids.set(name, person.id)
  }
  return database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const existing = await findMembersByEmail(
      tx,
      northwindPeople.map(({ name }) => addressOf(name)),
    )
    // Existing users stay as demo visitors left them.
    if (existing.length > 0) return false
    for (const person of northwindPeople) await importBill(tx, person, ids.get(person.name), timestamp)
    await recordDemoActions(tx, ids, timestamp)
    return true
  })
}

/** Erases the demo's audit log, with what its visitors did, and records the story of its own users again. */
export async function renewDemoAuditLog(
  { state: { database }, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await eraseDemoAuditLog(tx)
    const addresses = northwindPeople.map(({ name }) => addressOf(name))
    const members = await findMembersByEmail(tx, addresses)
    const ids = new Map(members.map(({ id, email }) => [email.split('@')[0] ?? '', id]))
    await recordDemoActions(tx, ids, now())
  })
}

async function recordDemoActions(tx: ScopedTransaction, ids: ReadonlyMap<string, string>, timestamp: Date) {
  for (const { actor: actorName, action, to, summary, hours_ago } of northwindActions) {
    const id = ids.get(actorName) ?? null
    const name = northwindPeople.find((person) => person.name === actorName)?.full_name ?? actorName
    await recordAudit(tx, {
      action,
      actor: { kind: 'person', id, name },
      target: ids.get(to ?? actorName) ?? null,
      summary,
      at: new Date(timestamp.getTime() - hours_ago * hour),
      ip: '192.0.2.10',
    })
  }
}

async function importBill(
  tx: ScopedTransaction,
  { name, full_name, role, status, joined_days_ago }: DemoPerson,
  id: string | undefined,
  now: Date,
): Promise<void> {
  const joinedAt = new Date(now.getTime() - joined_days_ago * day)
  if (id === undefined) {
    await createInvitation(tx, {
      email: addressOf(name),
      full_name,
      role,
      // The token is never disclosed.
      token_hash: newToken().hash,
      invited_by: null,
      invited_by_name: 'Ingrid Solberg',
      at: joinedAt,
      expires_at: new Date(now.getTime() + 7 * day),
    })
    return
  }
  await addMembership(tx, id, role, joinedAt)
  if (status === 'disabled') await changeMembership(tx, id, { status })
}
