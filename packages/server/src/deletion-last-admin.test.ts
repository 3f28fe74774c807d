/** The deletion of an admin's account beside other admins who go at the same time, and after an interruption. */
import { findAccountDeletion, listAllMemberships, setAccountDeletion } from '@kept/store/people/account-deletion.ts'
import { findActiveAdmins } from '@kept/store/people/members.ts'
import { findPerson } from '@kept/store/people/persons.ts'
import { untilWaiting } from '@kept/store/testing/until-waiting.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseAccount } from './deletion/erase-account.ts'
import { carryOutDeletions } from './deletion/jobs.ts'
import { newOrganization } from './testing/new-organization.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
beforeAll(async () => {
  // One listens, one holds a lock, and those that wait for it leave none of the usual four for the next request.
  kept = await openKept({}, { connections: 12 })
})
afterAll(() => kept.close())

async function twoAdmins() {
  const created = await newOrganization(kept)
  const [ada, eve] = [await created.addAdmin('ada'), await created.addAdmin('eve')]
  return { ...created, ada, eve }
}

/** The deletion of the account is due since a second. */
function makeDue({ userId }: TestUser): Promise<void> {
  const [requested_at, due_at] = [new Date(Date.now() - 1_000_000), new Date(Date.now() - 1000)]
  return setAccountDeletion(kept.world.database, userId, { requested_at, due_at, requested_from: null })
}

const lastAdmin = { status: 409, message: expect.stringContaining('You are the last admin of the organization.') }

it('lets no other admin leave while the last but one goes', async () => {
  const { id, scope, ada, eve } = await twoAdmins()
  await makeDue(ada)
  const { database } = kept.world
  const [erasing, leaving] = await database.scoped(scope, async (tx) => {
    await tx.selectFrom('membership').select('user_id').where('user_id', '=', ada.userId).forUpdate().execute()
    const erasure = carryOutDeletions(kept.server.services)
    await untilWaiting(tx, [erasure])
    const departure = eve.client.organizations.leave({ id }).then(
      () => undefined,
      (error: unknown) => error,
    )
    await untilWaiting(tx, [erasure, departure])
    return [erasure, departure]
  })
  await erasing
  expect(await leaving).toMatchObject(lastAdmin)
  expect((await database.scoped(scope, findActiveAdmins)).map((admin) => admin.id)).toEqual([eve.userId])
  expect(await findPerson(database, { id: ada.userId })).toBeUndefined()
})

it('cancels the deletion of the account where the other admin was first', async () => {
  const { id, scope, ada, eve } = await twoAdmins()
  await makeDue(ada)
  await eve.client.organizations.leave({ id })
  await carryOutDeletions(kept.server.services)
  const { database } = kept.world
  expect((await database.scoped(scope, findActiveAdmins)).map((admin) => admin.id)).toEqual([ada.userId])
  expect(await findAccountDeletion(database, ada.userId)).toBeUndefined()
})

it('goes on after an interruption, also where the user was restored meanwhile, and can no longer be canceled', async () => {
  const { id, scope, ada, eve } = await twoAdmins()
  const { database } = kept.world
  await makeDue(ada)
  const interrupted = AbortSignal.abort(new Error('the process stops'))
  // The signal is looked at for the first time when every organization was left.
  await expect(eraseAccount(kept.server.services, ada.userId, interrupted)).rejects.toThrow('the process stops')
  expect(await listAllMemberships(database, ada.userId)).toMatchObject([{ removed_at: expect.any(Date) }])
  await expect(ada.client.deletion.cancelAccount({})).rejects.toMatchObject({ status: 401 })

  await eve.client.users.restore({ user_ids: [ada.userId] })
  await expect(eve.client.organizations.leave({ id })).rejects.toMatchObject(lastAdmin)
  await carryOutDeletions(kept.server.services)
  expect(await findPerson(database, { id: ada.userId })).toBeUndefined()
  expect((await database.scoped(scope, findActiveAdmins)).map((admin) => admin.id)).toEqual([eve.userId])
  const { data } = await eve.client.security.listAuditLogs({ organization: id, page_size: 100 })
  expect(data.map(({ action }) => action)).toEqual(expect.arrayContaining(['membership.left', 'account.deleted']))
  expect(JSON.stringify(data)).not.toContain(ada.email)
})

it('leaves every organization of the user or none', async () => {
  const { scope, ada } = await twoAdmins()
  const alone = await newOrganization(kept)
  const [name = ''] = ada.email.split('@')
  await createTestUser(kept, { name, in: alone.scope, role: 'admin', emailDomain: 'corp.example' })
  await makeDue(ada)
  await carryOutDeletions(kept.server.services)
  const adminsOf = async (organization: typeof scope) =>
    (await kept.world.database.scoped(organization, findActiveAdmins)).map((admin) => admin.id)
  expect(await adminsOf(scope)).toContain(ada.userId)
  expect(await adminsOf(alone.scope)).toEqual([ada.userId])
  expect((await ada.client.session.me({})).data.user.email).toBe(ada.email)
})
