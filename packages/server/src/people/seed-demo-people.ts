/** The demo organisation's people, brought in once: nobody can sign in as any of them, since none has a way to. */
import type { Scope } from '@kept/domain/scope.ts'
import { type DemoPerson, northwindDeeds, northwindPeople } from '@kept/scenarios/world/northwind-people.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { createInvitation } from '@kept/store/people/invitations.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { addMembership, changeMembership, findMembersByEmail } from '@kept/store/people/members.ts'
import { ensurePerson } from '@kept/store/people/persons.ts'
import type { Services } from '../platform/context.ts'
import { newToken } from '../platform/one-time-token.ts'

const hour = 3600 * 1000
const day = 24 * hour
/** Reserved: no mail ever reaches it, and nobody can own it. */
const addressOf = (name: string) => `${name}@demo.kept.invalid`

/** True when they were brought in now. */
export async function seedDemoPeople(
  { state: { database }, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
): Promise<boolean> {
  const at = now()
  const ids = new Map<string, string>()
  for (const { name, full_name, status } of northwindPeople) {
    if (status === 'invited') continue
    const { person } = await ensurePerson(database, {
      email: addressOf(name),
      full_name,
      email_verified: true,
      now: at,
    })
    ids.set(name, person.id)
  }
  return database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    const there = await findMembersByEmail(
      tx,
      northwindPeople.map(({ name }) => addressOf(name)),
    )
    // Whoever is there was changed by visitors since; they stay as they were left.
    if (there.length > 0) return false
    for (const person of northwindPeople) await bringIn(tx, person, ids.get(person.name), at)
    for (const { by, action, to, summary, hours_ago } of northwindDeeds) {
      const id = ids.get(by) ?? null
      const name = northwindPeople.find((one) => one.name === by)?.full_name ?? by
      await recordAudit(tx, {
        action,
        actor: { kind: 'person', id, name },
        target: ids.get(to ?? by) ?? null,
        summary,
        at: new Date(at.getTime() - hours_ago * hour),
        ip: '192.0.2.10',
      })
    }
    return true
  })
}

async function bringIn(
  tx: ScopedTransaction,
  { name, full_name, role, status, joined_days_ago }: DemoPerson,
  id: string | undefined,
  now: Date,
): Promise<void> {
  const at = new Date(now.getTime() - joined_days_ago * day)
  if (id === undefined) {
    await createInvitation(tx, {
      email: addressOf(name),
      full_name,
      role,
      // Nobody ever learns the token.
      token_hash: newToken().hash,
      invited_by: null,
      invited_by_name: 'Ingrid Solberg',
      at,
      expires_at: new Date(now.getTime() + 7 * day),
    })
    return
  }
  await addMembership(tx, id, role, at)
  if (status === 'disabled') await changeMembership(tx, id, { status })
}
