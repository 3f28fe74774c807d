/** Cost allocation over HTTP: spend from the bill, savings and fee from signed statements, parts that add up. */

import { openStatementBook } from '@kept/engine/testing/statement-book.ts'
import { sum } from '@kept/foundation/decimal.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { plantSigned } from './testing/plant-signed.ts'

let kept: TestKept
const organization = 'own'
const resources = { web: 'Compute', db: 'Database', cache: 'Cache' }
const actionIds = Object.keys(resources).map((_, index) => `00000000-0000-4000-8000-00000000000${index}`)

beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2026-11-10T08:00:00Z') })
  const { database, scope } = kept.world
  const lines = Object.entries(resources).map(([id, ServiceName], index) =>
    lineOn('2026-10-05', {
      ...{ ServiceName, ResourceId: id, SubAccountId: index ? 'a' : 'b', BillingCurrency: 'USD' },
      ...{ BilledCost: '100', EffectiveCost: '100', Tags: { 'user:team': id === 'db' ? 'data' : 'shop' } },
    }),
  )
  await publishLines(kept.world, scope, 'load', lines)
  await kept.server.features.resources.sync(scope)
  await database.scoped(scope, async (tx) => {
    for (const [index, id] of actionIds.entries())
      await tx
        .insertInto('savings_action')
        .values({
          ...{ id, organization_id: scope.organizationId, rule: `rule-${index % 2}`, title: 'T', input: '{}' },
          ...{ state: 'counting', recorded_by: 'Ann', recorded_at: new Date(), baseline_hash: 'x'.repeat(64) },
          action: JSON.stringify({
            ...{
              id,
              kind: 'terminate',
              resource_ids: [Object.keys(resources)[index]],
              effective_time: '2026-10-01T00',
            },
          }),
        } as never)
        .execute()
  })
  const statement = openStatementBook(scope.organizationId, 'USD').close('2026-10', {
    [actionIds[0] ?? '']: { kind: 'terminate', saved: 100n * 10n ** 9n },
    [actionIds[1] ?? '']: { kind: 'terminate', saved: 40n * 10n ** 9n },
    [actionIds[2] ?? '']: { kind: 'rightsize', saved: 33_333_333_333n },
  })
  if (!statement) throw new Error('no statement')
  await plantSigned(database, scope, statement)
})
afterAll(() => kept.close())

const read = async (group_by: 'team' | 'tag' | 'sub_account' | 'service' | 'rule', more = {}) =>
  (await kept.client.costAllocation.read({ organization, group_by, ...more })).data

it('adds up to the signed fee by each group', async () => {
  const { data: usage } = await kept.client.billing.usage({ organization })
  const [month] = usage.months
  for (const group_by of ['team', 'tag', 'sub_account', 'service', 'rule'] as const) {
    const { rows, totals, is_signed, month: period } = await read(group_by)
    expect([period, is_signed, group_by]).toEqual(['2026-10', true, group_by])
    expect(totals).toMatchObject([{ currency: 'USD', fee: month?.fee, verified: month?.verified }])
    expect(Number(sum(rows.map(({ fee }) => fee)))).toBe(Number(month?.fee))
  }
})

it('gives savings and fee to the group of the resource', async () => {
  expect((await read('service')).rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'Compute', spend: '100', verified: '100', fee: '25.00' }),
      expect.objectContaining({ key: 'Database', spend: '100', verified: '40', fee: '10.00' }),
    ]),
  )
  const team = await read('team')
  expect(team.tag_key).toBe('user:team')
  expect(team.rows.map(({ key, spend }) => [key, spend])).toEqual([
    ['shop', '200'],
    ['data', '100'],
  ])
  const rule = await read('rule')
  expect(rule.rows.map(({ key, spend }) => [key, spend])).toEqual([
    ['rule-0', null],
    ['rule-1', null],
  ])
})

it('shows the spend of a month without a statement, and answers what it cannot group', async () => {
  const { rows, is_signed } = await read('service', { month: '2026-09' })
  expect([rows, is_signed]).toEqual([[], false])
  await expect(read('service', { month: '2026-13' })).rejects.toThrow('month')
  await expect(kept.otherClient.costAllocation.read({ organization, group_by: 'team' })).rejects.toThrow(
    `There is no organization "${organization}".`,
  )
  await expect(kept.otherClient.costAllocation.read({ organization: 'other', group_by: 'team' })).rejects.toThrow(
    'No tag of the bill names a team',
  )
})

it('keeps the logo of the time at which a document was issued', async () => {
  const { png } = await import('./testing/pictures.ts')
  const picture = png().toString('base64')
  const { data } = await kept.client.billingLogo.change({ picture })
  expect(data.logo).toMatchObject({ type: 'png', picture })
  await expect(kept.client.billingLogo.change({ picture: 'AAAA' })).rejects.toThrow('neither PNG nor JPEG')
  expect((await kept.client.billingLogo.change({ picture: null })).data.logo).toBeNull()
})

it('changes the last day of service, and goes on without one', async () => {
  const change = (ends_on: string | null) => kept.client.billing.changeSubscription({ organization, ends_on })
  await expect(change('2026-12-01')).rejects.toThrow('ends_on must be 2026-12-10 or later')
  expect((await change('2027-01-31')).data).toMatchObject({ status: 'canceling', ends_on: '2027-01-31' })
  expect((await change('2027-01-31')).data).toMatchObject({ ends_on: '2027-01-31' })
  expect((await change(null)).data).toMatchObject({ status: 'active', ends_on: null, canceled_at: null })
})
