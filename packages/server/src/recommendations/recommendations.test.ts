/** Recommendations over HTTP: from an imported bill to recommendations, dismissals, and back. */
import { randomUUID } from 'node:crypto'
import type { KeptClient } from '@kept/contract/contract.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idleAddressBill as bill, deliverBill } from '../testing/idle-address-bill.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeEach(async () => {
  kept = await openKept()
})
afterEach(() => kept.close())

const deliver = (text: string) => deliverBill(kept, text)

const list = (input: Parameters<KeptClient['costOptimization']['recommendations']>[0] = {}) =>
  kept.client.costOptimization.recommendations(input)

describe('recommendations', () => {
  it('follow from an imported bill, with totals, rules and skip reasons', async () => {
    await deliver(bill(['eip-1', 'eip-2']))
    const { data, meta } = await list()
    expect(
      data
        .map(({ rule, resource_id, monthly_savings, status }) => [rule, resource_id, monthly_savings, status])
        .toSorted(),
    ).toEqual([
      ['idle-public-address', 'eip-1', '3', 'open'],
      ['idle-public-address', 'eip-2', '3', 'open'],
    ])
    expect(meta.totals).toEqual([
      { currency: 'USD', monthly_savings: '6', low: '6', high: '6', split: { fee: '1.5', customer_net: '4.5' } },
    ])
    expect(meta.evaluated_at).not.toBeNull()
    expect(meta.rules.length).toBe(meta.outcomes.length)
    expect(meta.outcomes.find(({ rule }) => rule === 'idle-load-balancer')?.skip_reasons).toEqual([
      'No load balancers on the bill in this window.',
    ])
  })

  it('are explained when there is no bill yet', async () => {
    const { data, meta } = await list()
    expect([data, meta.totals, meta.outcomes, meta.evaluated_at]).toEqual([[], [], [], null])
    expect(meta.rules.length).toBeGreaterThan(20)
  })

  it('are filtered on request, and belong to the caller’s organization', async () => {
    await deliver(bill(['eip-1']))
    expect((await list({ recommendation_types: 'untagged-spend, idle-public-address' })).data).toHaveLength(1)
    expect((await list({ recommendation_types: 'untagged-spend' })).data).toEqual([])
    expect((await list({ recommendation_types: ' ,' })).data).toHaveLength(1)
    expect((await list({ min_savings: 3 })).data).toHaveLength(1)
    expect((await list({ min_savings: 3.01 })).data).toEqual([])
    expect((await list({ risk: 'high' })).data).toEqual([])
    expect((await list({ organization_id: 'own' })).data).toHaveLength(1)
    expect((await list({ recommendation_types: 'idle-resource-removal' })).data).toHaveLength(1)
    expect((await list({ recommendation_types: 'Idle Resource Removal, rightsizing' })).data).toHaveLength(1)
    expect((await list({ recommendation_types: 'rightsizing' })).data).toEqual([])
    await expect(list({ recommendation_types: 'rightsizng' })).rejects.toThrow(
      /Unknown recommendation type "rightsizng". Use idle-resource-removal, rightsizing, /,
    )
    await expect(kept.client.costOptimization.overview({ providers: 'AWS,unknown' })).rejects.toThrow(
      'Unknown provider "unknown". Use "AWS", "aws", "azure", "gcp", "oci".',
    )
    await expect(kept.client.costOptimization.overview({ providers: 'oracle9' })).rejects.toThrow('Unknown provider')
    expect((await kept.client.costOptimization.overview({ providers: 'gcp' })).data.currencies).toEqual([])
    await expect(list({ organization_id: 'other' })).rejects.toMatchObject({ code: 'not_found' })
    expect((await kept.otherClient.costOptimization.recommendations({})).data).toEqual([])
  })

  it('are notified once', async () => {
    await deliver(bill(['eip-1', 'eip-2']))
    await deliver(bill(['eip-1', 'eip-2']))
    const { data } = await kept.client.notifications.list({})
    expect(data.filter(({ kind }) => kind === 'recommendations')).toMatchObject([
      {
        title: '2 new recommendations',
        body: 'Estimated savings: $6.00 a month. Largest: Unattached public IP address.',
        href: '/savings',
      },
    ])
  })
})

describe('a dismissal', () => {
  it('needs a reason, survives the next import and can be undone', async () => {
    await deliver(bill(['eip-1']))
    const id = (await list()).data[0]?.id ?? ''
    await expect(kept.client.costOptimization.dismiss({ id, reason: '   ' })).rejects.toMatchObject({
      code: 'bad_input',
    })
    const { data: dismissed } = await kept.client.costOptimization.dismiss({
      id,
      reason: 'kept for the partner’s firewall',
    })
    expect(dismissed).toMatchObject({ status: 'dismissed', dismissed_reason: 'kept for the partner’s firewall' })
    await deliver(bill(['eip-1']))
    expect((await list()).data).toEqual([])
    expect((await list({ status: 'dismissed' })).data).toMatchObject([{ id }])
    expect((await kept.client.costOptimization.reopen({ id })).data).toMatchObject({ id, status: 'open' })
  })

  it('is invisible to other organizations', async () => {
    await deliver(bill(['eip-1']))
    const id = (await list()).data[0]?.id ?? ''
    await expect(kept.otherClient.costOptimization.dismiss({ id, reason: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(kept.client.costOptimization.dismiss({ id: randomUUID(), reason: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('recommendation lifecycle', () => {
  it('goes from open to accepted to done, rejects invalid transitions, and records each step', async () => {
    await deliver(bill(['eip-1']))
    const { costOptimization } = kept.client
    const id = (await list()).data[0]?.id ?? ''
    expect((await costOptimization.accept({ id, owner: 'Ada', due_on: '2026-12-01' })).data).toMatchObject({
      status: 'accepted',
      owner: 'Ada',
      due_on: '2026-12-01',
    })
    await deliver(bill(['eip-1']))
    expect((await list({ status: 'accepted' })).data).toMatchObject([{ id }])
    expect((await costOptimization.done({ id, note: 'released' })).data).toMatchObject({
      status: 'done',
      completed_by: 'claim',
    })
    await expect(costOptimization.accept({ id })).rejects.toMatchObject({ code: 'conflict' })
    // The next bill no longer has it, so the claim is being verified.
    await deliver(bill(['eip-2']))
    expect((await list({ status: 'verifying' })).data).toMatchObject([{ id, completed_by: 'claim' }])
    await deliver(bill(['eip-1', 'eip-2']))
    expect((await list({ status: 'regressed' })).data).toMatchObject([{ id }])
    const { data: steps } = await costOptimization.history({ id })
    expect(steps.map(({ status_before, status_after }) => `${status_before} > ${status_after}`)).toEqual([
      'open > accepted',
      'accepted > done',
      'done > verifying',
      'verifying > regressed',
    ])
    await expect(kept.otherClient.costOptimization.history({ id })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is exported as records, in CSV and JSON', async () => {
    await deliver(bill(['=eip-1']))
    const get = (ending: string) =>
      fetch(`${kept.url}/v1/cost-optimization/recommendations.${ending}`, { headers: kept.headers('own') })
    const csv = await (await get('csv')).text()
    expect(csv.split('\n')[0]).toContain('BillingAccountId,BillingAccountName,Currency,EstimatedMonthlyCostImpact')
    const { data } = (await (await get('json')).json()) as { data: Record<string, string>[] }
    expect(data).toMatchObject([
      {
        ...{ x_Rule: 'idle-public-address', ResourceId: '=eip-1', EstimatedMonthlyCostImpact: '-3' },
        ...{ RecommendationCategory: 'Cost', RecommendationSubcategory: 'Idle Resource Removal' },
        RecommendationStatus: 'Open',
      },
    ])
  })
})

it('resolves when its bill is undone, and reopens afterwards', async () => {
  const id = await deliver(bill(['eip-1']))
  const [recommendation] = (await list()).data
  await kept.client.imports.undo({ id })
  await vi.waitFor(async () => expect((await list()).data).toEqual([]), { interval: 50, timeout: 60_000 })
  expect((await list({ status: 'gone' })).data).toMatchObject([{ id: recommendation?.id }])
  await deliver(bill(['eip-1']))
  expect((await list()).data).toMatchObject([{ id: recommendation?.id, first_seen_at: recommendation?.first_seen_at }])
})
