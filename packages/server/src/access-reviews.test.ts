/** Access reviews over real HTTP: who decides what, what a decision does, reminders, and the evidence of the end. */
import { replaceGroupRoles } from '@kept/store/people/group-roles.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { advanceReview } from './security/reviews/jobs.ts'
import { startDueReview } from './security/reviews/schedule.ts'
import { mailTo } from './testing/mailbox.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const own = { organization: 'own' }
let kept: TestKept
let admin: TestUser
let second: TestUser
let user: TestUser
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
  second = await createTestUser(kept, { name: 'bea', in: 'own', role: 'admin' })
  user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
})
afterAll(() => kept.close())
afterEach(async () => {
  const { data } = await reviews().list(own)
  for (const { id, status } of data) if (status === 'open') await reviews().cancel({ ...own, id })
})

const reviews = () => admin.client.accessReviews
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)
const dayIn = (days: number) => daysFromNow(days).toISOString().slice(0, 10)
const start = async (request: Partial<Parameters<ReturnType<typeof reviews>['start']>[0]> = {}) =>
  (
    await reviews().start({
      ...{ ...own, name: 'Q4', due_date: dayIn(7), reviewers: [admin.userId, second.userId] },
      ...request,
    })
  ).data
const itemOf = (review: Awaited<ReturnType<typeof start>>, kind: string, subject: string) =>
  review.items.find((item) => item.kind === kind && item.subject_id === subject)?.id ?? ''
const advance = (now: Date) => {
  const { jobs } = kept.server.services
  return advanceReview({ database: kept.world.database, jobs, now: () => now }, kept.world.scope)
}

const startDue = (now: Date) => {
  const { jobs } = kept.server.services
  return startDueReview({ database: kept.world.database, jobs, now: () => now }, kept.world.scope)
}

describe('access reviews', () => {
  it('list users, custom roles, roles of groups and API keys, and tell the reviewers', async () => {
    const { data } = await admin.client.accessControls.update({
      ...own,
      custom_roles: [{ name: 'Auditor', permissions: ['security:read'] }],
    })
    const custom_role_id = data.custom_roles[0]?.id
    await admin.client.accessControls.update({ ...own, people: [{ id: user.userId, custom_role_id }] })
    await admin.client.apiKeys.create({ name: 'ci', scopes: ['costs:read'] })
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      replaceGroupRoles(tx, [{ group: 'Finance', role: 'user', custom_role: null }]),
    )
    const review = await start()
    expect(review).toMatchObject({ status: 'open', is_overdue: false, created_by: 'ada' })
    const kinds = Object.groupBy(review.items, ({ kind }) => kind)
    expect(kinds.person?.map(({ name }) => name)).toEqual(expect.arrayContaining(['ada', 'bea', 'uma']))
    expect(kinds.custom_role).toMatchObject([{ name: 'uma', description: 'Has the custom role Auditor' }])
    expect(kinds.group_role).toMatchObject([{ subject_id: 'Finance', name: 'Finance' }])
    expect(kinds.api_key).toMatchObject([
      { name: 'ci', description: 'Created by ada, 1 scope', permissions: ['costs:read'] },
    ])
    const mail = await mailTo(kept.server.services, second.email, /Access review: Q4/)
    expect(mail.link).toContain('/security?tab=access')
  })

  it('revoke what is revoked, once, and never decide about oneself', async () => {
    const review = await start()
    const decide = (person: TestUser, item: string, decision: 'confirmed' | 'revoked') =>
      person.client.accessReviews.decide({ ...own, id: review.id, items: [item], decision, note: 'Not needed.' })
    await expect(decide(admin, itemOf(review, 'person', admin.userId), 'confirmed')).rejects.toThrow(
      'You cannot decide about your own access. Another reviewer does.',
    )
    await decide(admin, itemOf(review, 'custom_role', user.userId), 'revoked')
    const { data: before } = await user.client.session.me({})
    expect(before?.permissions).toEqual([])
    const { data: left } = await admin.client.accessControls.get(own)
    expect(left.people.find(({ id }) => id === user.userId)?.custom_role).toBeNull()
    await decide(admin, itemOf(review, 'group_role', 'Finance'), 'revoked')
    const key = review.items.find(({ kind }) => kind === 'api_key')
    await decide(admin, key?.id ?? '', 'revoked')
    expect((await admin.client.apiKeys.list({})).data.find(({ id }) => id === key?.subject_id)?.status).toBe('revoked')
    const { data } = await decide(admin, itemOf(review, 'person', user.userId), 'revoked')
    expect(data.items.find(({ kind, name }) => kind === 'person' && name === 'uma')).toMatchObject({
      ...{ decision: 'revoked', decided_by: 'ada', note: 'Not needed.' },
    })
    await expect(decide(admin, itemOf(review, 'person', user.userId), 'confirmed')).rejects.toThrow(
      'The access of uma was revoked by ada already.',
    )
    const { data: people } = await admin.client.users.list({ status: 'disabled' })
    expect(people.map(({ id }) => id)).toContain(user.userId)
    await admin.client.users.update({ id: user.userId, status: 'active' })
  })

  it('let no one confirm their own API key, who may revoke it', async () => {
    const { data: key } = await admin.client.apiKeys.create({ name: 'own', scopes: ['costs:read'] })
    const review = await start()
    const decide = (person: TestUser, items: string[], decision: 'confirmed' | 'revoked') =>
      person.client.accessReviews.decide({ ...own, id: review.id, items, decision })
    const item = itemOf(review, 'api_key', key.id)
    const refused = 'You cannot confirm the API key "own": you created it. Another reviewer does.'
    await expect(decide(admin, [itemOf(review, 'person', user.userId), item], 'confirmed')).rejects.toThrow(refused)
    const { data: unchanged } = await reviews().get({ ...own, id: review.id })
    expect(unchanged.counts).toMatchObject({ confirmed: 0 })
    const { data: confirmed } = await decide(second, [item], 'confirmed')
    expect(confirmed.items.find(({ id }) => id === item)?.decision).toBe('confirmed')
    await reviews().cancel({ ...own, id: review.id })
    const alone = await start({ reviewers: [admin.userId] })
    const again = await reviews().decide({
      ...{ ...own, id: alone.id, items: [itemOf(alone, 'api_key', key.id)], decision: 'confirmed' },
    })
    expect(again.data.counts.confirmed).toBe(1)
    await reviews().cancel({ ...own, id: alone.id })
    const last = await start()
    await reviews().decide({ ...own, id: last.id, items: [itemOf(last, 'api_key', key.id)], decision: 'revoked' })
    const { data: keys } = await admin.client.apiKeys.list({})
    expect(keys.find(({ id }) => id === key.id)?.status).toBe('revoked')
  })

  it('become evidence with the last decision', async () => {
    const review = await start()
    const others = review.items.filter(({ subject_id }) => subject_id !== admin.userId).map(({ id }) => id)
    const decided = { ...own, id: review.id, decision: 'confirmed' as const }
    await reviews().decide({ ...decided, items: others.filter((id) => id !== itemOf(review, 'person', second.userId)) })
    await reviews().decide({ ...decided, items: [itemOf(review, 'person', second.userId)] })
    const { data } = await second.client.accessReviews.decide({
      ...decided,
      items: [itemOf(review, 'person', admin.userId)],
    })
    expect(data).toMatchObject({ status: 'completed', counts: { pending: 0, confirmed: review.items.length } })
    const { data: compliance } = await admin.client.securityCompliance.get({ ...own, framework: 'iso-27001' })
    expect(compliance.requirements.find(({ id }) => id === '5.18')).toMatchObject({
      status: 'partly',
      evidence: [{ uploaded_by: 'Kept', claim: 'partly', description: expect.stringContaining('0 revoked') }],
    })
    const { data: events } = await admin.client.security.listAuditLogs({ ...own, resource: 'access_review' })
    expect(events.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['access_review.started', 'access_review.decided', 'access_review.completed']),
    )
    await expect(second.client.accessReviews.decide({ ...decided, items: others })).rejects.toThrow(
      'This review was completed. Start another one.',
    )
  })

  it('remind the reviewers before the due date and every day after it', async () => {
    const review = await start({ due_date: dayIn(10), name: 'Reminded' })
    const titles = async () =>
      (await admin.client.notifications.list({})).data
        .map(({ title }) => title)
        .filter((title) => title.endsWith('Reminded'))
    await advance(daysFromNow(5))
    expect(await titles()).toEqual(['Access review: Reminded'])
    await advance(daysFromNow(9))
    await advance(daysFromNow(9.5))
    expect((await titles()).sort()).toEqual(['Access review due soon: Reminded', 'Access review: Reminded'])
    await advance(daysFromNow(12))
    await advance(daysFromNow(12.1))
    await advance(daysFromNow(13.1))
    expect((await titles()).filter((title) => title.startsWith('Access review overdue'))).toHaveLength(2)
    const { data } = await reviews().get({ ...own, id: review.id })
    expect(data).toMatchObject({ status: 'open', counts: { revoked: 0, retained: 0 } })
  })

  it('revoke what is overdue where they say so, and never the last admin', async () => {
    const review = await start({ due_date: dayIn(1), revoke_overdue: true, reviewers: [admin.userId] })
    await advance(daysFromNow(3))
    const { data: after } = await reviews().get({ ...own, id: review.id })
    expect(after.status).toBe('completed')
    expect(after.counts).toMatchObject({ pending: 0, confirmed: 0 })
    const retained = after.items.filter(({ decision }) => decision === 'retained')
    expect(retained).toMatchObject([{ kind: 'person', note: expect.stringContaining('last admin') }])
    expect(after.items.find(({ subject_id }) => subject_id === user.userId)).toMatchObject({
      ...{ decision: 'revoked', decided_by: 'Kept', note: 'No one decided by the due date.' },
    })
  })

  it('start by themselves, wait for an open one, and start once for what was missed', async () => {
    const schedule = { ...own, enabled: true, every_days: 90, decide_within_days: 14 }
    expect((await reviews().schedule(own)).data).toMatchObject({ enabled: false, every_days: 90, next_start_at: null })
    const { data } = await reviews().updateSchedule({ ...schedule, first_date: dayIn(2), reviewers: [admin.userId] })
    expect(data).toMatchObject({ enabled: true, next_start_at: `${dayIn(2)}T00:00:00.000Z`, updated_by: 'ada' })
    const names = async () => (await reviews().list(own)).data.map(({ name, status }) => `${name} ${status}`)
    const before = (await names()).length
    await startDue(daysFromNow(1))
    expect(await names()).toHaveLength(before)

    const open = await start({ name: 'By hand', reviewers: [admin.userId] })
    await startDue(daysFromNow(3))
    expect((await names())[0]).toBe('By hand open')
    await reviews().cancel({ ...own, id: open.id })
    await startDue(daysFromNow(200))
    const [started] = (await reviews().list(own)).data
    expect(started).toMatchObject({
      ...{ name: `Access review ${dayIn(200)}`, status: 'open', created_by: 'Kept' },
      ...{ due_at: `${dayIn(215)}T00:00:00.000Z`, reviewers: [{ id: admin.userId }] },
    })
    expect((await reviews().schedule(own)).data.next_start_at).toBe(`${dayIn(272)}T00:00:00.000Z`)
    const { data: events } = await admin.client.security.listAuditLogs({
      ...own,
      action: 'access_review_schedule.updated',
    })
    expect(events).toHaveLength(1)
    await reviews().updateSchedule({ ...schedule, enabled: false })
    expect((await reviews().schedule(own)).data).toMatchObject({ enabled: false, next_start_at: null })
  })

  it('refuse a schedule that cannot work, and change nothing', async () => {
    const save = (change: object) => reviews().updateSchedule({ ...own, enabled: true, ...change })
    await expect(save({ every_days: 10, decide_within_days: 11 })).rejects.toThrow('must not be longer than')
    await expect(save({ every_days: 6, decide_within_days: 1 })).rejects.toMatchObject({ status: 400 })
    await expect(save({ first_date: dayIn(-2) })).rejects.toThrow('The first date is in the past.')
    await expect(save({ first_date: dayIn(400) })).rejects.toThrow('more than 365 days away')
    const plain = await createTestUser(kept, { name: 'pat', in: 'own', role: 'user' })
    await expect(save({ reviewers: [plain.userId] })).rejects.toThrow('cannot review')
    await expect(plain.client.accessReviews.updateSchedule({ ...own, enabled: true })).rejects.toMatchObject({
      status: 403,
    })
    const other = await createTestUser(kept, { name: 'olga', in: 'other', role: 'admin' })
    await expect(other.client.accessReviews.schedule(own)).rejects.toMatchObject({ status: 404 })
    expect((await reviews().schedule(own)).data.enabled).toBe(false)
  })
})
