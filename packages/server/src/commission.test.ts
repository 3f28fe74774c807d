/** The commission over HTTP: access, rules with versions, known results, preview and analytics. */
import { hash } from 'node:crypto'
import type { KeptClient } from '@kept/contract/contract.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { completeStatement } from '@kept/engine/savings/statement/complete-statement.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { signStatement } from '@kept/engine/savings/statement/sign-statement.ts'
import { defaultRule } from '@kept/engine/testing/default-rule.ts'
import { defaultConfig } from '@kept/engine/testing/savings-bill.ts'
import { makeSigner } from '@kept/engine/testing/signing.ts'
import { emptyChain } from '@kept/foundation/hash/chain.ts'
import { appendStatement, readHead } from '@kept/store/savings/ledger.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let operator: KeptClient
const clock = new Date('2026-11-20T08:00:00Z')
beforeAll(async () => {
  kept = await openKept({ KEPT_ADMIN_EMAILS: 'boss@example.com' }, { now: () => clock })
  operator = (await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })).client
  await issue('2026-09', '30000')
  await issue('2026-10', '42000')
})
afterAll(() => kept.close())

/** A signed statement of one commitment that saved this much in a month. */
async function issue(period: string, amount: string): Promise<void> {
  const sha256 = (text: string) => hash('sha256', text)
  const { database, scope } = kept.world
  const calculatedMonth = {
    ...{ held: [], gaps: [], returned: new Map() },
    parts: [
      {
        ...{ action: 'bought', lineage: 'sp-1', part: 'rate' as const, amount: BigInt(amount) * 10n ** 9n },
        ...{ face: 0n, unsure: 0n, inputsRoot: sha256(''), baselineHash: null },
      },
    ],
  }
  const complete = completeStatement(
    {
      ...{
        format: 'kept.savings-statement',
        version: 1,
        organization_id: scope.organizationId,
        period,
        currency: 'USD',
      },
      ...{ issued_at: clock.toISOString(), code_version: methodVersion, config: defaultConfig, baselines: [] },
      ...{ commitment_baselines: [], price_notices: [], demand: [], earlier: [], checkpoints: [], carried_before: '0' },
      ...{ before: (await readHead(database, scope)) ?? emptyChain, commission_rule: defaultRule('USD') },
      actions: [
        {
          ...{ id: 'bought', kind: 'commitment', commitment_ids: ['sp-1'], effective_time: '2026-09-01T00:00:00Z' },
          ...{ expires: null, evidence_hash: sha256('') },
        },
      ],
    },
    calculatedMonth,
    sha256,
  )
  const statement: Statement = signStatement(complete, makeSigner())
  const id = `00000000-0000-4000-8000-0000000000${period.slice(-2)}`
  await appendStatement(database, scope, { id, kind: 'final', statement, body: JSON.stringify(statement) })
}

it('is for operators only', async () => {
  const admin = await createTestUser(kept, { name: 'other-admin', in: 'own', role: 'admin' })
  await expect(admin.client.commission.settings({})).rejects.toThrow('Only the operator of this installation')
  const unproven = await createTestUser(kept, { name: 'boss', in: 'other', role: 'user' })
  await expect(unproven.client.commission.customers({})).rejects.toThrow('Only the operator of this installation')
  expect((await operator.session.me({})).data.permissions).toContain('commission:operate')
  expect((await admin.client.session.me({})).data.permissions).not.toContain('commission:operate')
})

it('returns the known results: 30,000 costs 7,500; of 42,000 the customer keeps 31,500', async () => {
  const { data } = await operator.commission.customer({ id: kept.world.scope.organizationId })
  expect(data.lines.map(({ period, fee, customer_net: stays }) => [period, fee, stays])).toEqual([
    ['2026-10', '10500', '31500'],
    ['2026-09', '7500', '22500'],
  ])
  expect(data.lines[0]).toMatchObject({
    ...{ rule_id: 'default', rule_version: 1, tiers: [{ from: '0', amount: '42000000000000', rate_ppm: 250_000 }] },
    entries: [expect.stringMatching(/^[0-9a-f]{64}$/)],
  })
  expect(data.totals).toEqual([
    { currency: 'USD', verified: '72000', fee: '18000', customer_net: '54000', statements: 2, last_period: '2026-10' },
  ])
})

const terms = {
  ...{ currency: 'USD', mode: 'graduated' as const, monthly_cap: null, horizon_months: {} },
  tiers: [
    { from: '0', rate_ppm: 250_000 },
    { from: '10000', rate_ppm: 100_000 },
  ],
}

it('previews a rule on existing statements, and changes nothing', async () => {
  const { data } = await operator.commission.preview({ terms, months: 3 })
  expect(data.lines.map(({ period, fee, fee_then }) => [period, fee, fee_then])).toEqual([
    ['2026-09', '7500', '4500'],
    ['2026-10', '10500', '5700'],
  ])
  expect(data.totals).toEqual([{ currency: 'USD', fee: '18000', fee_then: '10200' }])
  const volume = await operator.commission.preview({
    terms: { ...terms, mode: 'volume', monthly_cap: '4000' },
    months: 3,
  })
  expect(volume.data.lines.map(({ fee_then, capped }) => [fee_then, capped])).toEqual([
    ['3000', false],
    ['4000', true],
  ])
  expect((await operator.commission.settings({})).data.versions).toHaveLength(1)
})

it('keeps every version, and closed months keep theirs', async () => {
  const id = kept.world.scope.organizationId
  const { data } = await operator.commission.changeCustomer({ id, terms, tier: 'enterprise', valid_from: '2026-11' })
  expect(data).toMatchObject({ tier: 'enterprise', rule: { id: 'enterprise', version: 1, mode: 'graduated' } })
  await expect(operator.commission.changeCustomer({ id, terms, valid_from: '2026-10' })).rejects.toThrow('valid_from')
  await operator.commission.changeCustomer({ id, terms: null, valid_from: '2026-12' })
  const { data: customer } = await operator.commission.customer({ id })
  expect(customer.versions.map(({ version, tier, valid_from }) => [version, tier, valid_from])).toEqual([
    [2, 'standard', '2026-12'],
    [1, 'enterprise', '2026-11'],
  ])
  expect(customer).toMatchObject({ tier: 'enterprise', upcoming: { valid_from: '2026-12', tier: 'standard' } })
  const { data: customers } = await operator.commission.customers({ tier: 'enterprise' })
  expect(customers[0]?.upcoming).toMatchObject({ valid_from: '2026-12', rule: { id: 'standard' } })
  expect(customers.map((customer) => customer.slug)).toEqual(['own'])
  const { data: trail } = await (
    await createTestUser(kept, { name: 'boss', in: 'own', role: 'admin' })
  ).client.users.list({})
  expect(trail.length).toBeGreaterThan(0)
})

it('rejects an invalid rule with one sentence', async () => {
  const id = kept.world.scope.organizationId
  const changeWith = (change: object) =>
    operator.commission.changeCustomer({ id, terms: { ...terms, ...change }, valid_from: '2026-12' })
  await expect(changeWith({ tiers: [{ from: '5', rate_ppm: 1 }] })).rejects.toThrow('must be 0 for the first tier')
  await expect(changeWith({ tiers: [{ from: '0', rate_ppm: 1_000_001 }] })).rejects.toThrow()
  await expect(
    operator.commission.changeSettings({ settings: { ...terms, currency: null }, valid_from: '2026-12' }),
  ).rejects.toThrow('is required with tiers or a cap')
  await expect(operator.commission.customer({ id: '00000000-0000-4000-8000-000000000000' })).rejects.toThrow(
    'Customer not found.',
  )
})

it('changes many at once and names the failed ones', async () => {
  const { organizationId } = kept.world.otherScope
  const missing = '00000000-0000-4000-8000-000000000000'
  const { data } = await operator.commission.bulkUpdate({
    ...{ customer_ids: [organizationId, missing], terms, tier: 'growth', valid_from: '2026-11' },
  })
  expect(data).toEqual({ changed: [organizationId], refused: [{ id: missing, reason: 'Customer not found.' }] })
})

it('versions the default settings too', async () => {
  const settings = { ...terms, currency: null, tiers: [{ from: '0', rate_ppm: 200_000 }] }
  const { data } = await operator.commission.changeSettings({ settings, valid_from: '2026-12' })
  expect(data.current.version).toBe(1)
  expect(data.versions.map(({ version, valid_from }) => [version, valid_from])).toEqual([
    [2, '2026-12'],
    [1, '2020-01'],
  ])
})

it('analyses by month, tier and customer', async () => {
  const { data } = await operator.commission.analytics({ start_date: '2026-10-01', end_date: '2026-10-31' })
  expect(data.months).toEqual([
    {
      ...{ period: '2026-10', currency: 'USD', customers: 1, verified: '42000', billable: '42000' },
      ...{ fee: '10500', customer_net: '31500' },
    },
  ])
  expect(data.customers).toMatchObject([{ name: 'Own', fee: '10500' }])
  expect((await operator.commission.analytics({})).data.months).toHaveLength(2)
})
