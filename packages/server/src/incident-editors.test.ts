/** Two who change the same incident, or the same action of one, at once: over real HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
let kept: TestKept
let ada: TestUser
let eve: TestUser
beforeAll(async () => {
  kept = await openKept()
  ada = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  eve = await createTestUser(kept, { name: 'eve', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

const incidentsOf = ({ client }: TestUser) => client.securityIncidents

it('refuses a field that someone else changed meanwhile, and no other one', async () => {
  const { data: opened } = await incidentsOf(ada).open({ ...own, title: 'Public snapshot' })
  const { version } = opened
  const target = { ...own, id: opened.id }
  await incidentsOf(ada).update({ ...target, version, severity: 'SEV1', commander_id: ada.userId })
  // Eve read it before, and changes something else: what Ada did stays.
  const { data: both } = await incidentsOf(eve).update({ ...target, version, resources: ['i-1'] })
  expect(both).toMatchObject({ severity: 'SEV1', commander_name: 'ada', resources: ['i-1'] })
  await expect(
    incidentsOf(eve).update({ ...target, version, severity: 'SEV4', commander_id: null, description: 'Closed.' }),
  ).rejects.toMatchObject({
    status: 409,
    message:
      'Someone else changed the severity and the commander of this incident meanwhile. Look at what it is now, and save again.',
  })
  // What both want alike is no conflict: it may be the same request, sent again.
  await incidentsOf(eve).update({ ...target, version, severity: 'SEV1' })
  const { data: current } = await incidentsOf(eve).get(target)
  expect(current).toMatchObject({ severity: 'SEV1', commander_name: 'ada', description: '' })
  const { data: saved } = await incidentsOf(eve).update({ ...target, version: current.version, severity: 'SEV4' })
  expect(saved.severity).toBe('SEV4')
})

it('names each status that an incident can take, where one is refused', async () => {
  const { data: opened } = await incidentsOf(ada).open({ ...own, title: 'Not over' })
  await expect(incidentsOf(ada).update({ ...own, id: opened.id, status: 'closed' })).rejects.toMatchObject({
    status: 409,
    message: 'An incident that is open can become investigating, mitigated or resolved, not closed.',
  })
})

it('lets one of two who take the lead at once have it', async () => {
  const { data: opened } = await incidentsOf(ada).open({ ...own, title: 'Leaked key' })
  const lead = (user: TestUser) =>
    incidentsOf(user).update({ ...own, id: opened.id, version: opened.version, commander_id: user.userId })
  const outcomes = await Promise.allSettled([lead(ada), lead(eve)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('refuses a field of an action alike, and a version that is none', async () => {
  const { data: opened } = await incidentsOf(ada).open({ ...own, title: 'Open bucket' })
  const target = { ...own, id: opened.id }
  const { data: added } = await incidentsOf(ada).addAction({ ...target, title: 'Close it' })
  const [action] = added.actions
  const change = { ...target, action_id: action?.id ?? '', version: action?.version }
  await incidentsOf(ada).updateAction({ ...change, due_on: '2026-04-01' })
  await incidentsOf(eve).updateAction({ ...change, title: 'Close both' })
  await expect(incidentsOf(eve).updateAction({ ...change, due_on: '2026-05-01' })).rejects.toMatchObject({
    status: 409,
    message: 'Someone else changed the due date of this action meanwhile. Look at what it is now, and save again.',
  })
  await expect(incidentsOf(eve).updateAction({ ...change, version: 'none', title: 'Close all' })).rejects.toMatchObject(
    { status: 409 },
  )
  const { data } = await incidentsOf(ada).get(target)
  expect(data.actions).toMatchObject([{ title: 'Close both', due_on: '2026-04-01' }])
})
