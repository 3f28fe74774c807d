import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
  const line = (day: string, service: string, cost: string, more = {}) =>
    lineOn(day, {
      ServiceProviderName: 'AWS',
      ServiceName: service,
      SubAccountId: '11',
      SubAccountName: 'Shop, "north"',
      BilledCost: cost,
      EffectiveCost: cost,
      ResourceId: `${service}-1`,
      Tags: { env: 'prod' },
      ...more,
    })
  await publishLines(
    kept.world,
    kept.world.scope,
    'a',
    [
      line('2024-02-01', 'Compute', '8'),
      line('2024-03-01', 'Compute', '10.000000000000000000000000000001'),
      line('2024-03-31', '=cmd|calc', '-0.5'),
    ],
    { ok: true, rows: { read: 5, stored: 3, rejected: 2 }, columns: [], invoices: [] },
  )
  const { scope, database } = kept.world
  const recommendation = (fingerprint: string, counted_in: string) => ({
    organization_id: scope.organizationId,
    rule: 'idle',
    fingerprint,
    title: 'Idle machine',
    summary: 'Compute-1 does nothing.',
    provider: 'AWS',
    billing_account_id: '',
    sub_account_id: '11',
    sub_account_name: '',
    region: '',
    service: 'Compute',
    resource_id: 'Compute-1',
    resource_name: '',
    resource_type: '',
    currency: 'USD',
    monthly_savings: '3',
    monthly_savings_low: '2',
    monthly_savings_high: '4',
    monthly_cost: '10',
    confidence: 0.5,
    effort: 'low' as const,
    risk: 'low' as const,
    evidence: '[]',
    steps: '[]',
    counted_in,
    status: 'open' as const,
    first_seen_at: new Date(),
    last_seen_at: new Date(),
  })
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('recommendation')
      .values([recommendation('a', ''), recommendation('b', 'other')])
      .execute(),
  )
})
afterAll(() => kept.close())

const csv = (body: unknown, organization: 'own' | 'other' = 'own') =>
  fetch(`${kept.url}/v1/costs/query.csv`, {
    method: 'POST',
    headers: { ...kept.headers(organization), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

it('returns a cost query exactly', async () => {
  const { data } = await kept.client.costs.query({
    group_by: ['service'],
    start_date: '2024-03-01',
    end_date: '2024-04-01',
  })
  expect(data.rows.map(({ keys, values }) => [keys.service, values.effective])).toEqual([
    ['Compute', '10.000000000000000000000000000001'],
    ['=cmd|calc', '-0.5'],
  ])
  expect(data.totals).toEqual([
    { currency: 'USD', values: { effective: '9.500000000000000000000000000001' }, previous: null },
  ])
})

it.each([
  ['a field that does not exist', { groupBy: ['service'] }, /has unknown fields: groupBy/],
  [
    'one of a filter',
    { filters: [{ dimension: 'service', value: 'Compute' }] },
    /unknown fields: value|values is required/,
  ],
  [
    'a dimension that does not exist',
    { group_by: ['servise'] },
    /must be a dimension of \/v1\/costs\/catalog, such as service/,
  ],
])('refuses %s instead of answering another question', async (_name, body, message) => {
  const headers = { ...kept.headers('own'), 'content-type': 'application/json' }
  const answer = await fetch(`${kept.url}/v1/costs/query`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status).toBe(400)
  expect(((await answer.json()) as { message: string }).message).toMatch(message)
})

it('lists dimensions, measures and values', async () => {
  const { data } = await kept.client.costs.catalog({})
  expect(data).toMatchObject({
    tag_keys: [{ key: 'env', lines: 3 }],
    currencies: ['USD'],
    first_day: '2024-02-01',
    last_day: '2024-03-31',
  })
  expect(data.measures[0]).toEqual(expect.objectContaining({ name: 'billed', label: 'Billed cost', unit: 'currency' }))
  const values = await kept.client.costs.values({ name: 'sub_account', search: 'shop' })
  expect(values.data).toEqual([{ value: '11', name: 'Shop, "north"', lines: 3 }])
  expect((await kept.client.costs.values({ name: 'tag:env' })).data).toEqual([{ value: 'prod', name: '', lines: 3 }])
})

it('shows the overview with recommendations and reconciliation', async () => {
  const { data } = await kept.client.costOptimization.overview({ start_date: '2024-03-01', end_date: '2024-04-01' })
  expect(data).toMatchObject({
    start_date: '2024-03-01',
    end_date: '2024-04-01',
    previous_start_date: '2024-02-01',
    previous_end_date: '2024-03-01',
    reconciliation: { loads: 1, ok: 1, rejected_rows: 2, invoiced: 0 },
    first_day: '2024-02-01',
    last_day: '2024-03-31',
    last_import_at: '2024-04-02T00:00:00.000Z',
  })
  expect(data.currencies).toMatchObject([
    {
      currency: 'USD',
      previous_effective: '8',
      change_percent: 18.75,
      recommendations: { count: 1, monthly_savings: '3', low: '2', high: '4' },
    },
  ])
})

it('exports a query as CSV without spreadsheet formulas', async () => {
  const response = await csv({
    group_by: ['service', 'sub_account'],
    grain: 'month',
    top: 5,
    compare: 'previous_period',
  })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="costs-2024-02-01-to-2024-04-01.csv"')
  expect(await response.text()).toBe(
    [
      'currency,period,service,sub_account,sub_account_name,other,effective,previous_effective',
      'USD,2024-02-01,Compute,11,"Shop, ""north""",false,8,',
      'USD,2024-03-01,Compute,11,"Shop, ""north""",false,10.000000000000000000000000000001,',
      'USD,2024-03-01,\'=cmd|calc,11,"Shop, ""north""",false,-0.5,',
      '',
    ].join('\r\n'),
  )
})

it('explains an invalid query', async () => {
  const response = await csv({ measures: ['gold'], group_by: ['service'] })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'bad_input', message: expect.stringMatching(/^The request is not valid: measures\.0: /) },
  ])
  await expect(kept.client.costs.query({ start_date: '2024-03-01', end_date: '2024-02-01' })).rejects.toThrow(
    /must be before/,
  )
})

it('returns nothing to another organization through any route', async () => {
  const { otherClient } = kept
  const query = { group_by: ['service', 'tag:env', 'description'] as ['service', 'tag:env', 'description'] }
  expect((await otherClient.costs.query(query)).data).toMatchObject({ rows: [], totals: [] })
  expect((await otherClient.costs.catalog({})).data).toMatchObject({ tag_keys: [], currencies: [], first_day: null })
  expect((await otherClient.costs.values({ name: 'service' })).data).toEqual([])
  expect((await otherClient.costOptimization.overview({})).data).toMatchObject({
    currencies: [],
    reconciliation: { loads: 0 },
    last_import_at: null,
  })
  expect(await (await csv(query, 'other')).text()).toBe('currency,service,tag:env,description,effective\r\n')
  const anonymous = await fetch(`${kept.url}/v1/costs/query.csv`, { method: 'POST', body: '{}' })
  expect(anonymous.status).toBeGreaterThanOrEqual(400)
})
