/** Actions of incidents with owners and due dates, and the postmortem, over real HTTP. */
import { MAX_INCIDENT_ACTIONS } from '@kept/domain/security-incident.ts'
import { changeMembership } from '@kept/store/people/members.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remindOfActions } from './security/incidents/remind-of-actions.ts'
import { mailsIn, mailTo } from './testing/mailbox.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { textOfPdf } from './testing/text-of-pdf.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
let clock = Date.parse('2026-03-01T12:00:00Z')
let kept: TestKept
let admin: TestUser
let user: TestUser
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(clock) })
  await signInAgain()
})
afterAll(() => kept.close())

/** Sessions do not last for days. */
async function signInAgain(): Promise<void> {
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
}

const incidents = () => admin.client.securityIncidents
const open = async (title: string) => (await incidents().open({ ...own, title, severity: 'SEV2' })).data.id
const postmortem = (id: string, format: string, headers = admin.headers) =>
  fetch(`${kept.url}/v1/security/own/incidents/${id}/postmortem?format=${format}`, { headers })

it('have an owner, a due date and a state, also after the incident was closed', async () => {
  const id = await open('Public snapshot')
  const { data: added } = await incidents().addAction({
    ...{ ...own, id, title: 'Alert on public snapshots', owner_id: user.userId, due_on: '2026-03-05' },
  })
  const [action] = added.actions
  expect(action).toMatchObject({ owner_name: 'uma', due_on: '2026-03-05', done_at: null, is_overdue: false })
  await incidents().update({ ...own, id, status: 'resolved', root_cause: 'A script.' })
  await incidents().update({ ...own, id, status: 'closed' })
  clock = Date.parse('2026-03-05T23:59:00Z')
  await signInAgain()
  expect((await incidents().get({ ...own, id })).data.actions[0]?.is_overdue).toBe(false)
  clock = Date.parse('2026-03-06T00:01:00Z')
  expect((await incidents().get({ ...own, id })).data.actions[0]?.is_overdue).toBe(true)
  const target = { ...own, id, action_id: action?.id ?? '' }
  const { data: moved } = await incidents().updateAction({ ...target, owner_id: null, due_on: '2026-04-01' })
  expect(moved.actions).toMatchObject([{ title: 'Alert on public snapshots', owner_name: '', is_overdue: false }])
  const { data: done } = await incidents().updateAction({ ...target, done: true })
  expect(done.actions).toMatchObject([{ done_at: '2026-03-06T00:01:00.000Z', due_on: '2026-04-01' }])
  expect((await incidents().updateAction({ ...target, done: false })).data.actions[0]?.done_at).toBeNull()
  expect((await incidents().removeAction(target)).data.actions).toEqual([])
  const { data } = await incidents().get({ ...own, id })
  expect(data.timeline.map(({ text }) => text).filter((text) => text.startsWith('Action'))).toEqual([
    'Action added: Alert on public snapshots (uma, due Mar 5, 2026)',
    'Action changed: Alert on public snapshots (no owner, due Apr 1, 2026)',
    'Action completed: Alert on public snapshots',
    'Action reopened: Alert on public snapshots',
    'Action removed: Alert on public snapshots',
  ])
  const { data: events } = await admin.client.security.listAuditLogs({ ...own, resource: id })
  expect(events.map(({ action: name }) => name)).toContain('security_incident.action_completed')
})

it('refuse what is no owner, no date, nothing, and what belongs to another incident or organization', async () => {
  const id = await open('First')
  const other = await open('Second')
  const { data } = await incidents().addAction({ ...own, id, title: 'Rotate the key' })
  const action_id = data.actions[0]?.id ?? ''
  const otherUser = await createTestUser(kept, { name: 'sam', in: 'other' })
  await expect(incidents().updateAction({ ...own, id, action_id, owner_id: otherUser.userId })).rejects.toMatchObject({
    ...{ status: 400, message: 'The owner must be an active user of this organization.' },
  })
  await expect(incidents().updateAction({ ...own, id, action_id, due_on: '2026-02-30' })).rejects.toMatchObject({
    status: 400,
  })
  await expect(incidents().updateAction({ ...own, id, action_id })).rejects.toThrow('Nothing to change: set a title')
  await expect(incidents().updateAction({ ...own, id: other, action_id, done: true })).rejects.toMatchObject({
    ...{ status: 404, message: 'This incident has no action with this ID.' },
  })
  await expect(
    kept.otherClient.securityIncidents.addAction({ organization: 'other', id, title: 'Not theirs' }),
  ).rejects.toMatchObject({ status: 404 })
  await expect(user.client.securityIncidents.addAction({ ...own, id, title: 'May not' })).rejects.toMatchObject({
    status: 403,
  })
  expect((await incidents().get({ ...own, id })).data.actions).toMatchObject([
    { title: 'Rotate the key', done_at: null },
  ])
})

it('keep an owner who has left until someone else is', async () => {
  const id = await open('A key in a log')
  const owner = await createTestUser(kept, { name: 'lee', in: 'own', role: 'user' })
  const fields = { title: 'Rotate the key', owner_id: owner.userId, due_on: null }
  const { data } = await incidents().addAction({ ...own, id, ...fields })
  const action_id = data.actions[0]?.id ?? ''
  await kept.world.database.scoped(kept.world.scope, (tx) => changeMembership(tx, owner.userId, { status: 'disabled' }))
  const changed = await incidents().updateAction({ ...own, id, action_id, ...fields, due_on: '2026-04-01' })
  expect(changed.data.actions).toMatchObject([{ owner_name: 'lee', due_on: '2026-04-01' }])
  await expect(incidents().addAction({ ...own, id, ...fields })).rejects.toThrow('must be an active user')
})

it('are at most fifty, also when several are added at once', async () => {
  const id = await open('Many follow-ups')
  const add = (title: string) => incidents().addAction({ ...own, id, title })
  for (let index = 1; index < MAX_INCIDENT_ACTIONS; index += 1) await add(`Action ${index}`)
  const results = await Promise.allSettled(['One', 'Two', 'Three', 'Four'].map(add))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await incidents().get({ ...own, id })).data.actions).toHaveLength(MAX_INCIDENT_ACTIONS)
})

it('do not hinder changes of an incident whose commander has left', async () => {
  const leaver = await createTestUser(kept, { name: 'leaver', in: 'own', role: 'user' })
  const id = await open('Left alone')
  await incidents().update({ ...own, id, commander_id: leaver.userId })
  await admin.client.users.remove({ id: leaver.userId })
  const { data } = await incidents().update({ ...own, id, commander_id: leaver.userId, severity: 'SEV1' })
  expect(data).toMatchObject({ severity: 'SEV1', commander_id: leaver.userId, commander_name: 'leaver' })
  const another = await open('Another')
  await expect(incidents().update({ ...own, id: another, commander_id: leaver.userId })).rejects.toMatchObject({
    status: 400,
  })
})

it('are part of the postmortem, as Markdown and as a PDF, in which what people wrote stays text', async () => {
  const id = await open('Key | leaked <b>')
  await incidents().update({
    ...{ ...own, id, commander_id: user.userId, impact: { amount: '318.00', currency: 'USD' } },
    ...{ description: 'First line.\n\n# Not a heading', root_cause: 'A *public* repository.' },
  })
  await incidents().addAction({ ...own, id, title: 'Scan commits', owner_id: user.userId, due_on: '2026-03-01' })
  const markdown = await postmortem(id, 'markdown')
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(markdown.headers.get('content-disposition')).toMatch(/^attachment; filename="postmortem-inc-\d{4}\.md"$/)
  const text = await markdown.text()
  expect(text).toMatch(/^# INC-\d{4}: Key \\\| leaked \\<b\\>\n/)
  expect(text).toContain('The incident is not resolved yet.')
  expect(text).toContain('| Commander | uma |')
  expect(text).toContain('| Impact | $318.00 |')
  expect(text).toContain('\n\\# Not a heading\n')
  expect(text).toContain('## Root cause\n\nA \\*public\\* repository.\n')
  expect(text).toContain('| Scan commits | uma | Mar 1, 2026 | Overdue |')
  expect(text).toContain('UTC | ada | Opened as SEV2. |')
  const pdf = await postmortem(id, 'pdf')
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const written = textOfPdf(Buffer.from(await pdf.arrayBuffer()))
  for (const part of ['Scan commits', 'uma, due: Mar 1, 2026', 'Not a heading', '$318.00', 'Opened as SEV2.'])
    expect(written).toContain(part)
})

it('are exported by those who may read them, and the export is recorded', async () => {
  const id = await open('Recorded')
  expect((await postmortem(id, 'pdf', user.headers)).status).toBe(403)
  expect((await postmortem(id, 'html')).status).toBe(400)
  expect((await postmortem('3f0e3c0e-7c0f-4c57-9c4f-1f6a2f3f0000', 'pdf')).status).toBe(404)
  const foreign = await fetch(`${kept.url}/v1/security/other/incidents/${id}/postmortem`, {
    headers: kept.headers('other'),
  })
  expect(foreign.status).toBe(404)
  await postmortem(id, 'pdf')
  const { data } = await admin.client.security.listAuditLogs({ ...own, action: 'security_incident.exported' })
  expect(data[0]).toMatchObject({ outcome: 'allowed', actor_name: 'ada' })
})

describe('due dates of actions', () => {
  const remind = () => {
    const { jobs } = kept.server.services
    return remindOfActions({ database: kept.world.database, jobs, now: () => new Date(clock) }, kept.world.scope)
  }
  const overview = async () => (await admin.client.security.overview(own)).data.overdue
  const remindersOf = async ({ client }: TestUser) =>
    (await client.notifications.list({ limit: 100 })).data
      .filter(({ kind, title }) => kind === 'incident_action' && title.endsWith(': Rotate the token'))
      .map(({ title }) => title)
      .sort()

  it('are reminded of once on that day and once when overdue, also after they moved', async () => {
    clock = Date.parse('2026-05-04T12:00:00Z')
    await signInAgain()
    const id = await open('Leaked token')
    const add = async (title: string, fields: { owner_id?: string; due_on?: string }) =>
      (await incidents().addAction({ ...own, id, title, ...fields })).data.actions.find(
        (action) => action.title === title,
      )
    const rotate = await add('Rotate the token', { owner_id: user.userId, due_on: '2026-05-05' })
    const done = await add('Tell the team', { due_on: '2026-05-05' })
    await add('Write it down', {})
    await incidents().updateAction({ ...own, id, action_id: done?.id ?? '', done: true })
    await remind()
    expect(await remindersOf(admin)).toEqual([])
    clock = Date.parse('2026-05-05T00:01:00Z')
    await signInAgain()
    await Promise.all([remind(), remind()])
    expect(await remindersOf(admin)).toEqual(['Due today: Rotate the token'])
    const mail = await mailTo(kept.server.services, user.email, /^Due today: Rotate the token \(/)
    expect(mail.text).toContain('"Leaked token", is due on May 5, 2026.')
    expect(mail.link).toContain(`/security?tab=incidents&incident=${id}`)
    const others = (await overview()).actions.total

    clock = Date.parse('2026-05-06T00:01:00Z')
    await signInAgain()
    for (let hour = 0; hour < 3; hour += 1) await remind()
    expect(await remindersOf(admin)).toEqual(['Due today: Rotate the token', 'Overdue: Rotate the token'])
    await mailTo(kept.server.services, user.email, /^Overdue: Rotate the token \(/)
    const { number } = (await incidents().get({ ...own, id })).data
    const { total, oldest } = (await overview()).actions
    expect(total).toBe(others + 1)
    expect(oldest.at(-1)).toEqual({
      ...{ id: rotate?.id, title: 'Rotate the token', due_on: '2026-05-05', incident_id: id },
      incident: `INC-${String(number).padStart(4, '0')}`,
    })
    // Who may not read incidents does not read of them in notifications either.
    expect(await remindersOf(user)).toEqual([])

    await incidents().updateAction({ ...own, id, action_id: rotate?.id ?? '', due_on: '2026-05-07' })
    expect((await overview()).actions.total).toBe(others)
    clock = Date.parse('2026-05-09T00:01:00Z')
    await signInAgain()
    await remind()
    expect((await remindersOf(admin)).filter((title) => title.startsWith('Overdue'))).toHaveLength(2)
    await incidents().updateAction({ ...own, id, action_id: rotate?.id ?? '', done: true })
    await remind()
    expect(await remindersOf(admin)).toHaveLength(3)
    expect((await overview()).actions.total).toBe(others)
  })

  it('go to the commander and then to the admins where the owner cannot act', async () => {
    clock = Date.parse('2026-06-02T12:00:00Z')
    await signInAgain()
    const id = await open('Open bucket')
    const gone = await createTestUser(kept, { name: 'gus', in: 'own', role: 'user' })
    await incidents().addAction({ ...own, id, title: 'Close it', owner_id: gone.userId, due_on: '2026-06-02' })
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      changeMembership(tx, gone.userId, { status: 'disabled' }),
    )
    await remind()
    await mailTo(kept.server.services, admin.email, /^Due today: Close it/)
    await incidents().update({ ...own, id, commander_id: user.userId })
    clock = Date.parse('2026-06-03T12:00:00Z')
    await remind()
    await mailTo(kept.server.services, user.email, /^Overdue: Close it/)
    const written = mailsIn(kept.server.services.config.dataFolder).filter(({ subject }) => /: Close it/.test(subject))
    expect(written.map(({ to }) => to)).not.toContain(gone.email)
  })

  it('of the open access review are in the overview as well', async () => {
    clock = Date.parse('2026-06-09T12:00:00Z')
    await signInAgain()
    const { data: review } = await admin.client.accessReviews.start({
      ...{ ...own, name: 'Q2', due_date: '2026-06-10', reviewers: [admin.userId] },
    })
    expect((await overview()).review).toBeNull()
    clock = Date.parse('2026-06-11T00:01:00Z')
    await signInAgain()
    expect((await overview()).review).toMatchObject({ id: review.id, name: 'Q2', pending: review.counts.pending })
    await admin.client.accessReviews.cancel({ ...own, id: review.id })
    expect((await overview()).review).toBeNull()
  })
})

it('are of an incident with a source that fits, and a cost that is none of a credit', async () => {
  const incident = { ...own, title: 'Leaked key' }
  await expect(incidents().open({ ...incident, source_id: 'anything' })).rejects.toMatchObject({
    status: 400,
    message: 'An incident that is opened by hand has no source ID. Leave it out, or name the source.',
  })
  await expect(incidents().open({ ...incident, impact: { amount: '-1', currency: 'USD' } })).rejects.toMatchObject({
    status: 400,
  })
  await expect(incidents().open({ ...incident, impact: { amount: 'a lot', currency: 'USD' } })).rejects.toMatchObject({
    status: 400,
  })
  const { data } = await incidents().list({ ...own })
  expect(data.map(({ title }) => title)).not.toContain('Leaked key')
})
