/** Notifications, alerts, budgets, anomalies, known events. */
import { randomUUID } from 'node:crypto'
import { addNotification } from '@kept/store/notifications/add.ts'
import { type Bench, elsewhere, type WriteEntries, writes } from './acknowledged-write.ts'

const budget = () => ({ name: randomUUID(), period: 'monthly', amount: '320', currency: 'USD' }) as const
const budgetOf = async ({ client }: Bench) => (await client.budgets.create(budget())).data.id
const report = () => ({
  ...{ name: randomUUID(), description: '', filters: [], currency: null, shared: true },
  period: { kind: 'named' as const, name: 'last_month' as const },
  sections: [{ kind: 'text' as const, title: 'Hello', text: 'World' }],
})
const reportOf = async ({ client }: Bench) => (await client.savedReports.create(report())).data.id
const reportSchedule = async (bench: Bench) => ({
  ...{ frequency: 'daily' as const, time: '08:00', time_zone: 'UTC', weekday: 1, day_of_month: 1, enabled: true },
  ...{ formats: ['pdf' as const], recipients: [], channels: [await slackOf(bench)] },
})
const scheduledOf = async (bench: Bench) => {
  const id = await reportOf(bench)
  await bench.client.savedReports.setSchedule({ id, ...(await reportSchedule(bench)) })
  return id
}
const slackOf = async ({ client }: Bench) =>
  (await client.alerts.addChannel({ ...channel(), typed: { kind: 'slack', url: 'https://hooks.example.com/s' } })).data
    .id
const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
const email = { kind: 'email' as const, recipients: ['a@example.com'], to_owners: false }
const channel = () => ({ name: randomUUID(), schedule, typed: email })
const channelOf = async ({ client }: Bench) => (await client.alerts.addChannel(channel())).data.id
const webhookOf = async ({ client }: Bench) =>
  (await client.alerts.addChannel({ ...channel(), typed: { kind: 'webhook', url: 'https://hooks.example.com/a' } }))
    .data.id
const rule = () => ({ name: randomUUID(), kinds: ['loop' as const] })
const ruleOf = async ({ client }: Bench) => (await client.alerts.addRule(rule())).data.id
const event = {
  kind: 'announced_change',
  description: 'A sale',
  currency: 'USD',
  start_date: '2026-10-01',
} as const

const detection = () => ({
  ...({ direction: 'above', status: 'open', severity: 'high' } as const),
  ...{ detected_at: new Date(), changed_at: new Date() },
})

async function plantAnomaly({ database, scope }: Bench): Promise<string> {
  const values = {
    ...{ organization_id: scope.organizationId, currency: 'USD', first_day: '2026-10-01', last_day: '2026-10-02' },
    ...{ expected: '1', actual: '2', projected_excess: '1', days: '[]', drivers: '[]' },
    scope: JSON.stringify([{ dimension: 'service', value: 'Compute', name: 'Compute' }]),
    ...detection(),
  }
  const { id } = await database.scoped(scope, (tx) =>
    tx.insertInto('anomaly').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

async function plantMetricAnomaly({ database, scope }: Bench): Promise<string> {
  const values = {
    ...{ organization_id: scope.organizationId, resource_id: 'i-1', resource_name: 'api', metric: 'cpu_utilization' },
    ...{ unit: '%', started_at: new Date(), last_at: new Date(), expected: 1, actual: 2, points: '[]' },
    ...detection(),
  }
  const { id } = await database.scoped(scope, (tx) =>
    tx.insertInto('metric_anomaly').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  return id
}

export const alertWrites: WriteEntries = {
  'POST /v1/notifications/read': writes('notification_read', async ({ database, scope }) => {
    await database.scoped(scope, (tx) =>
      addNotification(tx, scope, { kind: 'recommendations', title: 'New', body: 'New', href: '/savings' }),
    )
    return { body: {} }
  }),
  'POST /v1/cost-optimization/recommendations/{id}/tickets': elsewhere(
    'the tracker has the issue, and a claim finds it again; tested in tickets.test.ts',
  ),
  'POST /v1/cost-optimization/anomalies/{id}/tickets': elsewhere('as for a recommendation'),
  'POST /v1/cost-optimization/recommendations/{id}/pull-request': elsewhere(
    'the repository has the branch, and the next request finds it; tested in pull-requests.test.ts',
  ),
  'POST /v1/cost-optimization/anomalies/{id}/feedback': writes('anomaly', async (bench) => ({
    path: { id: await plantAnomaly(bench) },
    body: { feedback: 'expected' },
  })),
  'POST /v1/cost-optimization/metric-anomalies/{id}/feedback': writes('metric_anomaly', async (bench) => ({
    path: { id: await plantMetricAnomaly(bench) },
    body: { feedback: 'expected' },
  })),
  'PUT /v1/cost-optimization/anomalies/settings': writes('anomaly_settings', () => ({
    body: { min_daily_excess: '7', notify_from: 'high' },
  })),
  'POST /v1/cost-optimization/known-events': writes('known_event', () => ({ body: event })),
  'DELETE /v1/cost-optimization/known-events/{id}': writes('known_event', async ({ client }) => ({
    path: { id: (await client.forecasts.addKnownEvent(event)).data.id },
  })),
  'POST /v1/budgets': writes('budget', () => ({ body: budget() })),
  'PATCH /v1/budgets/{id}': writes('budget', async (bench) => ({
    path: { id: await budgetOf(bench) },
    body: { amount: '321' },
  })),
  'DELETE /v1/budgets/{id}': writes('budget', async (bench) => ({ path: { id: await budgetOf(bench) } })),
  'POST /v1/saved-reports': writes('saved_report', () => ({ body: report() })),
  'PATCH /v1/saved-reports/{id}': writes('saved_report', async (bench) => ({
    path: { id: await reportOf(bench) },
    body: { name: randomUUID() },
  })),
  'DELETE /v1/saved-reports/{id}': writes('saved_report', async (bench) => ({ path: { id: await reportOf(bench) } })),
  'PUT /v1/saved-reports/{id}/schedule': writes('saved_report', async (bench) => ({
    path: { id: await reportOf(bench) },
    body: await reportSchedule(bench),
  })),
  'DELETE /v1/saved-reports/{id}/schedule': writes('saved_report', async (bench) => ({
    path: { id: await scheduledOf(bench) },
  })),
  'POST /v1/saved-reports/{id}/runs': writes('report_run', async (bench) => ({
    path: { id: await reportOf(bench) },
    body: {},
  })),
  'POST /v1/saved-reports/{id}/runs/{run_id}/send': writes('report_delivery', async (bench) => {
    const id = await scheduledOf(bench)
    const [run] = (await bench.client.savedReports.run({ id })).data
    return { path: { id, run_id: run?.id ?? '' }, body: {} }
  }),
  'POST /v1/billing/{organization}/alerts': writes('budget', () => ({ path: { organization: 'own' }, body: budget() })),
  'PATCH /v1/billing/{organization}/alerts/{id}': writes('budget', async (bench) => ({
    path: { organization: 'own', id: await budgetOf(bench) },
    body: { amount: '321' },
  })),
  'DELETE /v1/billing/{organization}/alerts/{id}': writes('budget', async (bench) => ({
    path: { organization: 'own', id: await budgetOf(bench) },
  })),
  'POST /v1/alerts/rules': writes('alert_rule', () => ({ body: rule() })),
  'PATCH /v1/alerts/rules/{id}': writes('alert_rule', async (bench) => ({
    path: { id: await ruleOf(bench) },
    body: { min_severity: 'high' },
  })),
  'DELETE /v1/alerts/rules/{id}': writes('alert_rule', async (bench) => ({ path: { id: await ruleOf(bench) } })),
  'POST /v1/alerts/channels': writes('alert_channel', () => ({ body: channel() })),
  'PATCH /v1/alerts/channels/{id}': writes('alert_channel', async (bench) => ({
    path: { id: await channelOf(bench) },
    body: { enabled: false },
  })),
  'DELETE /v1/alerts/channels/{id}': writes('alert_channel', async (bench) => ({
    path: { id: await channelOf(bench) },
  })),
  'POST /v1/alerts/channels/{id}/test': writes('alert_delivery', async (bench) => ({
    path: { id: await channelOf(bench) },
  })),
  'POST /v1/alerts/channels/{id}/signing-secret': writes('alert_channel', async (bench) => ({
    path: { id: await webhookOf(bench) },
  })),
  'PUT /v1/alerts/email-preferences': writes('alert_channel', () => ({
    body: { enabled: true, kinds: ['loop'], min_severity: 'high', schedule },
  })),
  'POST /v1/alerts/deliveries/{id}/retry': writes('alert_delivery', async (bench) => {
    const { data } = await bench.client.alerts.testChannel({ id: await channelOf(bench) })
    await bench.database.scoped(bench.scope, (tx) =>
      tx.updateTable('alert_delivery').set({ status: 'failed' }).where('id', '=', data.id).execute(),
    )
    return { path: { id: data.id } }
  }),
}
