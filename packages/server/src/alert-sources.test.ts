/** Events that features store for the alert rules: kind, thread, severity, amount and labels, read through the API. */
import type { Anomaly } from '@kept/domain/anomaly.ts'
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'
import { failAttempt } from '@kept/store/imports/fail.ts'
import type { SavedLoop } from '@kept/store/loops/save.ts'
import { saveEvaluation } from '@kept/store/recommendations/save-evaluation.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anomalyNotification } from './anomalies/notification-text.ts'
import { notifyLoops } from './loops/notify-loops.ts'
import { newRecommendationsNotification, regressionNotification } from './recommendations/notification-text.ts'
import { openKept, type TestKept } from './testing.ts'

const now = new Date('2024-03-21T09:00:00Z')
let kept: TestKept
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date('2024-03-10T09:00:00Z') })
})
afterAll(() => kept.close())

type RuleFilter = Parameters<TestKept['client']['alerts']['previewRule']>[0]
const matchingEvents = async (kind: RuleFilter['kinds'][number], more: Partial<RuleFilter> = {}) =>
  (await kept.client.alerts.previewRule({ kinds: [kind], ...more })).data

it('a crossed budget, with its name, owner and scope', async () => {
  const days = ['2024-03-01', '2024-03-02', '2024-03-03']
  const cost = { ServiceName: 'Storage', BilledCost: '40', EffectiveCost: '40', BillingCurrency: 'USD' }
  await publishLines(
    kept.world,
    kept.world.scope,
    'load',
    days.map((day) => lineOn(day, cost)),
  )
  const filters = [{ dimension: 'service' as const, op: 'is' as const, values: ['Storage'] }]
  await kept.client.budgets.create({
    name: 'Store',
    period: 'monthly',
    amount: '100',
    currency: 'USD',
    owner: 'Ann',
    filters,
  })
  expect(await matchingEvents('budget')).toMatchObject([
    {
      kind: 'budget',
      severity: 'high',
      amount: '120',
      currency: 'USD',
      title: 'Budget "Store" is over 100%',
      href: '/budgets',
    },
  ])
  for (const [label, value] of [
    ['budget', 'store'],
    ['owner', 'ann'],
    ['service', 'storage'],
  ] as const)
    expect(await matchingEvents('budget', { filters: [{ label, values: [value] }] }), label).toHaveLength(1)
  expect(await matchingEvents('budget', { filters: [{ label: 'service', values: ['Compute'] }] })).toEqual([])
  expect(await matchingEvents('budget', { min_amount: { amount: '120.01', currency: 'USD' } })).toEqual([])
})

it('a failed import', async () => {
  const { database, scope } = kept.world
  const progress = {
    stage: 'reading',
    rows_read: 0,
    rows_per_second: 0,
    bytes_read: 0,
    bytes_total: 0,
    seconds_left: null,
  }
  const { id, attempt } = await database.scoped(scope, (tx) =>
    tx
      .insertInto('import')
      .values({
        organization_id: scope.organizationId,
        status: 'running',
        sources: JSON.stringify([{ name: 'march.csv', bytes: 1, format: null }]),
        inputs: '[]',
        progress: JSON.stringify(progress),
      })
      .returning(['id', 'attempt'])
      .executeTakeFirstOrThrow(),
  )
  await failAttempt(database, scope, { importId: id, attempt }, { error: 'It is no bill.', now })
  expect(await matchingEvents('import_failed')).toMatchObject([
    { severity: 'high', amount: null, title: 'march.csv could not be imported', body: 'It is no bill.' },
  ])
})

it('recommendations one by one, and regressed savings', async () => {
  const draft = (
    fingerprint: string,
    service: string,
    saving: string | null,
    counted_in = '',
  ): RecommendationDraft => ({
    ...{ rule: 'idle-public-address', title: `Idle ${fingerprint}`, summary: 'Unused.', provider: 'AWS' },
    ...{ billing_account_id: '1', sub_account_id: '2', sub_account_name: 'shop', region: 'eu', service, fingerprint },
    ...{ resource_id: fingerprint, resource_name: '', resource_type: '', currency: 'USD', counted_in },
    ...{ monthly_savings: saving, monthly_savings_low: saving, monthly_savings_high: saving, monthly_cost: '50' },
    ...{ confidence: 0.9, effort: 'low', risk: 'low', evidence: [], steps: [] },
  })
  const { database, scope } = kept.world
  const loads = await database.scoped(scope, (tx) =>
    tx.selectFrom('cost_load').select('id').where('status', '=', 'current').execute(),
  )
  const save = (recommendations: RecommendationDraft[]) =>
    saveEvaluation(database, scope, {
      ...{ loadIds: loads.map(({ id }) => id), recommendations, outcomes: [], evaluatedAt: now },
      notifyNew: newRecommendationsNotification,
      notifyRegressed: regressionNotification,
    })
  await database.scoped(scope, async (tx) => {
    const organization = { organization_id: scope.organizationId }
    const bill_tags = JSON.stringify({ 'user:Team': 'Search', env: 'production' })
    await tx
      .insertInto('resource')
      .values({ ...organization, provider: 'AWS', resource_id: 'a', bill_tags })
      .execute()
    const environment = {
      ...organization,
      window_key: '30d',
      environment_id: 'b',
      team: 'data',
      status: 'idle' as const,
    }
    await tx
      .insertInto('behavior_environment')
      .values({ ...environment, wasted_cost: null, analysis: '{}' })
      .execute()
  })
  const all = [draft('a', 'EC2', '36.5'), draft('b', 'S3', '4'), draft('c', 'EC2', '36.5', 'another-rule')]
  await save(all)
  expect((await matchingEvents('recommendation')).map(({ title }) => title).toSorted()).toEqual(['Idle a', 'Idle b'])
  // The owner, by a tag of the resource or by the environment's data.
  for (const [label, value, title] of [
    ['team', 'search', 'Idle a'],
    ['tag', 'env=production', 'Idle a'],
    ['team', 'data', 'Idle b'],
  ] as const)
    expect(await matchingEvents('recommendation', { filters: [{ label, values: [value] }] }), value).toMatchObject([
      { title },
    ])
  const large = { min_amount: { amount: '10', currency: 'USD' }, min_severity: 'critical' as const }
  expect(await matchingEvents('recommendation', large)).toMatchObject([{ title: 'Idle a', amount: '36.5' }])
  await save(all)
  expect(await matchingEvents('recommendation')).toHaveLength(2)
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('recommendation')
      .set({ status: 'verified', verified_at: now })
      .where('fingerprint', '=', 'a')
      .execute(),
  )
  await save(all)
  await save(all)
  expect(await matchingEvents('savings_regression')).toMatchObject([
    { severity: 'high', amount: '36.5', title: 'Reopened: Idle a' },
  ])
  const notifications = (await kept.client.notifications.list({})).data.filter(
    ({ kind }) => kind === 'savings_regression',
  )
  expect(notifications).toMatchObject([
    { title: '1 recommendation reopened', body: expect.stringContaining('shows the cost again: a.') },
  ])
})

it('a confirmed loop, in one thread with its return; never a suspected one', async () => {
  const savedLoop = (id: string, confirmed: boolean, change: SavedLoop['change']) =>
    ({
      ...{ id, change },
      loop: {
        confirmed,
        detection: {
          ...{
            loop_type: 'webhook_loop',
            severity: 'critical',
            provider: 'aws',
            region: 'eu',
            affected_systems: ['shop'],
          },
          ...{ resource_id: 'r', resource_name: 'orders' },
          cost_impact: { estimated_hourly_cost: '12', estimated_total_cost: '30.5', currency: 'USD' },
          root_cause_analysis: { probable_cause: 'Two hooks' },
        },
      },
    }) as unknown as SavedLoop
  const { database, scope } = kept.world
  await notifyLoops(database, scope, [savedLoop('1', true, 'new'), savedLoop('2', false, 'new')])
  await notifyLoops(database, scope, [savedLoop('1', true, 'reopened')])
  expect(await matchingEvents('loop', { filters: [{ label: 'rule', values: ['webhook_loop'] }] })).toMatchObject([
    { severity: 'critical', amount: '30.5', title: 'Webhook Loop is back: orders' },
    { title: 'Webhook Loop found: orders' },
  ])
  const threads = await database.scoped(scope, (tx) =>
    tx.selectFrom('alert_event').select('thread').where('kind', '=', 'loop').execute(),
  )
  expect(threads).toEqual([{ thread: 'loop:1' }, { thread: 'loop:1' }])
})

it('an anomaly, with its scope and its drivers', () => {
  const anomaly = {
    ...{ id: 'x', currency: 'USD', direction: 'above', status: 'open', severity: 'high', excess: '812.4' },
    ...{ first_day: '2024-03-01', last_day: '2024-03-02', projected_excess: '900', explaining_dimension: 'service' },
    scope: [
      { dimension: 'provider', value: 'AWS', name: 'AWS' },
      { dimension: 'sub_account', value: '123', name: 'shop' },
    ],
    drivers: [
      { dimension: 'service', value: 'EC2', name: 'Amazon EC2', contribution: '800', price: null, volume: null },
    ],
  } as unknown as Anomaly
  const [event] = anomalyNotification(anomaly).alerts ?? []
  expect(event).toMatchObject({
    ...{ kind: 'anomaly', severity: 'high', amount: '812.4', currency: 'USD' },
    labels: { provider: ['AWS'], sub_account: ['123', 'shop'], service: ['EC2', 'Amazon EC2'] },
  })
})
