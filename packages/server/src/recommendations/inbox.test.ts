/** The recommendations as an inbox over HTTP: bulk decisions, owners, comments, and what is new. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverBill, idleAddressBill } from '../testing/idle-address-bill.ts'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let ana: TestUser
beforeEach(async () => {
  kept = await openKept()
  ana = await createTestUser(kept, { name: 'Ana', in: 'own', role: 'admin' })
})
afterEach(() => kept.close())

async function idsOf(status: 'open' | 'accepted' | 'dismissed' | 'snoozed'): Promise<string[]> {
  const { data } = await ana.client.costOptimization.recommendations({ status })
  return data.map(({ id }) => id).toSorted()
}

describe('a bulk decision', () => {
  it('accepts, assigns, snoozes, dismisses and reopens several, and counts each status', async () => {
    await deliverBill(kept, idleAddressBill(['eip-1', 'eip-2', 'eip-3']))
    const ids = await idsOf('open')
    const { decide, owners } = ana.client.costOptimization
    const { data: people } = await owners({})
    expect(people).toEqual([{ type: 'person', id: ana.userId, name: 'Ana' }])
    const { data: accepted } = await decide({ ids, decision: 'accept', due_on: '2099-12-01' })
    expect(accepted.changed).toMatchObject(
      ids.map(() => ({
        status: 'accepted',
        owner: 'Ana',
        owner_type: 'person',
        owner_id: ana.userId,
        due_on: '2099-12-01',
      })),
    )
    const { meta } = await ana.client.costOptimization.recommendations({})
    expect(meta.counts).toEqual([{ status: 'accepted', count: 3 }])
    await decide({ ids, decision: 'reopen' })
    expect(await idsOf('open')).toEqual(ids)
    const [first = '', ...others] = ids
    await decide({ ids: [first], decision: 'assign', owner: { type: 'person', id: ana.userId } })
    const { data: snoozed } = await decide({ ids, decision: 'snooze', until: '2099-12-01' })
    expect(snoozed.changed.map(({ status, dismissed_until }) => [status, dismissed_until])).toEqual(
      ids.map(() => ['snoozed', '2099-12-01']),
    )
    await decide({ ids: others, decision: 'dismiss', reason: 'Needed' })
    expect([await idsOf('snoozed'), await idsOf('dismissed')]).toEqual([[first], others])
    const { data: reopened } = await decide({ ids, decision: 'reopen' })
    // What was only held back keeps its owner.
    expect(reopened.changed.map(({ id, owner }) => [id, owner]).toSorted()).toEqual(
      ids.map((id) => [id, id === first ? 'Ana' : '']),
    )
  })

  it('names what it could not change, and needs a reason, a day and an owner of the organization', async () => {
    await deliverBill(kept, idleAddressBill(['eip-1']))
    const [id = ''] = await idsOf('open')
    const other = '00000000-0000-4000-8000-000000000001'
    const { decide } = ana.client.costOptimization
    const { data } = await decide({ ids: [id, other], decision: 'dismiss', reason: 'Needed' })
    expect([data.changed.length, data.unchanged]).toEqual([1, [{ id: other, error: 'Recommendation not found.' }]])
    expect((await decide({ ids: [id], decision: 'dismiss' })).data.unchanged[0]?.error).toBe(
      'Dismissing needs a reason.',
    )
    expect((await decide({ ids: [id], decision: 'snooze' })).data.unchanged[0]?.error).toContain('needs the day')
    await expect(decide({ ids: [id], decision: 'assign', owner: { type: 'team', id: 'Unknown' } })).rejects.toThrow(
      'This owner is not in your organization.',
    )
    const otherUser = await createTestUser(kept, { name: 'Eve', in: 'other', role: 'admin' })
    const { data: foreign } = await otherUser.client.costOptimization.decide({ ids: [id], decision: 'reopen' })
    expect(foreign.unchanged).toEqual([{ id, error: 'Recommendation not found.' }])
  })
})

it('gets a recommendation in any status, and not for another organization', async () => {
  await deliverBill(kept, idleAddressBill(['eip-1']))
  const [id = ''] = await idsOf('open')
  const { recommendation, decide } = ana.client.costOptimization
  expect((await recommendation({ id })).data).toMatchObject({ id, status: 'open', alternatives: [], team: '' })
  await decide({ ids: [id], decision: 'dismiss', reason: 'Needed' })
  expect((await recommendation({ id })).data).toMatchObject({ id, status: 'dismissed', dismissed_reason: 'Needed' })
  const eve = await createTestUser(kept, { name: 'Eve', in: 'other', role: 'admin' })
  await expect(eve.client.costOptimization.recommendation({ id })).rejects.toMatchObject({ code: 'not_found' })
})

it('keeps a thread of comments, of which the author deletes the own ones', async () => {
  await deliverBill(kept, idleAddressBill(['eip-1']))
  const [id = ''] = await idsOf('open')
  const ben = await createTestUser(kept, { name: 'Ben', in: 'own', role: 'admin' })
  const { data: comment } = await ana.client.costOptimization.addComment({ id, body: ' Can this go? ' })
  await ben.client.costOptimization.addComment({ id, body: 'Yes.' })
  expect((await ben.client.costOptimization.comments({ id })).data).toMatchObject([
    { author_name: 'Ana', is_own: false, body: 'Can this go?' },
    { author_name: 'Ben', is_own: true, body: 'Yes.' },
  ])
  await expect(ben.client.costOptimization.deleteComment({ id: comment.id })).rejects.toThrow('Comment not found.')
  await ana.client.costOptimization.deleteComment({ id: comment.id })
  expect((await ana.client.costOptimization.comments({ id })).data).toHaveLength(1)
  const eve = await createTestUser(kept, { name: 'Eve', in: 'other', role: 'admin' })
  await expect(eve.client.costOptimization.comments({ id })).rejects.toMatchObject({ code: 'not_found' })
})

it('gives the first visit nothing to compare with', async () => {
  await deliverBill(kept, idleAddressBill(['eip-1']))
  expect((await ana.client.costOptimization.visit({})).data).toEqual({ since: null, changes: [] })
  expect((await ana.client.costOptimization.visit({})).data).toEqual({ since: null, changes: [] })
})
