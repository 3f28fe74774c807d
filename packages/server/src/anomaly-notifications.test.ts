/** Notifications over the life of one incident: opened, more severe, over; none repeated. */
import type { AlertSchedule } from '@kept/domain/alert.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { type EvaluatedMetric, saveMetricAnomalies } from '@kept/store/anomalies/metric-anomalies.ts'
import { type EvaluatedIncident, saveIncidents } from '@kept/store/anomalies/save-incidents.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { metricNotification } from './anomalies/metric-text.ts'
import { anomalyNotification } from './anomalies/notification-text.ts'
import { openKept, type TestKept } from './testing.ts'

let clock = Date.parse('2026-11-20T12:00:00Z')
let kept: TestKept
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' }, { now: () => new Date(clock) })
  const { database, scope } = kept.world
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('resource')
      .values({
        ...{ organization_id: scope.organizationId, provider: 'AWS', resource_id: 'i-1', bill_service: 'Compute' },
        ...{ bill_name: 'web-1', bill_tags: JSON.stringify({ 'user:Team': 'search' }) },
      })
      .execute(),
  )
})
afterAll(async () => {
  await kept.close()
  receiver.close()
})

const incident = (more: Partial<EvaluatedIncident>): EvaluatedIncident => ({
  scope: [{ dimension: 'service', value: 'compute', name: 'Compute' }],
  ...{ currency: 'USD', direction: 'above', status: 'open', severity: 'medium' },
  ...{ first_day: '2026-11-18', last_day: '2026-11-19', expected: '100', actual: '300', projected_excess: '900' },
  ...{ days: [], started_at: null, hours: [], drivers: [], explaining_dimension: null, links: [] },
  ...more,
})

/** Simulates a result of the detector; returns the titles sent since the last time, in the app and on the channel. */
function detect(...incidents: EvaluatedIncident[]) {
  const { database, scope } = kept.world
  return notifiedAfter(() =>
    saveIncidents(database, scope, incidents, {
      now: new Date(clock),
      toNotification: (anomaly, change) => anomalyNotification(anomaly, change, ['i-1']),
    }),
  )
}

/** The same for one metric of one resource. */
function notificationOf(...metrics: EvaluatedMetric[]) {
  const { database, scope } = kept.world
  return notifiedAfter(() =>
    saveMetricAnomalies(database, scope, { resource_id: 'i-1', metric: 'cpu_utilization' }, metrics, {
      now: new Date(clock),
      toNotification: metricNotification,
    }),
  )
}

async function notifiedAfter(happen: () => Promise<unknown>) {
  const [bell, sentCount] = [await titles(), receiver.received.length]
  await happen()
  clock += 1000
  await kept.server.features.alerts.tick()
  const rung = (await titles()).slice(0, (await titles()).length - bell.length)
  const received = await receiver.until(sentCount + rung.length)
  const notified = received.slice(sentCount).map(({ body }) => [body.type, body.events[0].title])
  expect(notified.map(([, title]) => title)).toEqual(rung)
  return notified
}
const titles = async () => (await kept.client.notifications.list({})).data.map(({ title }) => title)
const always: AlertSchedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }

it('one thread: opened, more severe, over; nothing when nothing changed or severity drops again', async () => {
  const typed = { kind: 'webhook' as const, url: `${receiver.url}/hook` }
  const { data: channel } = await kept.client.alerts.addChannel({ name: 'team', schedule: always, typed })
  await kept.client.alerts.addRule({
    name: 'Search',
    kinds: ['anomaly', 'metric_anomaly'],
    channels: [channel.id],
    filters: [{ label: 'team', values: ['Search'] }],
  })
  expect(await detect(incident({}))).toEqual([['alert.opened', 'Compute cost $200.00 more than expected']])
  expect(await detect(incident({ actual: '320' }))).toEqual([])
  expect(await detect(incident({ severity: 'high', actual: '900' }))).toEqual([
    ['alert.updated', 'Compute: severity is now high, $800.00 more than expected'],
  ])
  expect(await detect(incident({ severity: 'medium' }))).toEqual([])
  expect(await detect(incident({ severity: 'high', actual: '900' }))).toEqual([])
  const over = incident({ severity: 'high', actual: '950', status: 'over' })
  expect(await detect(over)).toEqual([['alert.updated', 'Compute: anomaly ended, $850.00 more than expected']])
  expect(await detect(over)).toEqual([])
  expect(await detect({ ...over, status: 'open' })).toEqual([])
  expect(await detect(over)).toEqual([])
})

it('notifies about an incident withdrawn by a corrected bill once, if it was notified before', async () => {
  const scope: Anomaly['scope'] = [{ dimension: 'tag:team', value: 'search', name: 'search' }]
  const totalIncident = incident({ severity: 'high', actual: '950', status: 'over' })
  expect(await detect(totalIncident, incident({ scope: scope }))).toHaveLength(1)
  expect(await detect(totalIncident)).toEqual([['alert.updated', 'search: anomaly withdrawn after a corrected bill']])
  expect(await detect(totalIncident)).toEqual([])
})

it('notifies about a metric like cost: opened, more severe, over, with a thread per incident', async () => {
  const happening = (from: string, to: string, more: Partial<EvaluatedMetric> = {}): EvaluatedMetric => ({
    ...{ resource_id: 'i-1', resource_name: 'web-1', metric: 'cpu_utilization', unit: 'percent' },
    ...{ direction: 'above', status: 'open', severity: 'medium', expected: 30, actual: 92 },
    ...{ started_at: `2026-11-20T${from}:00.000Z`, last_at: `2026-11-20T${to}:00.000Z` },
    points: ['10:00', '10:01'].map((time) => ({
      ...{ at: `2026-11-20T${time}:00.000Z`, value: 92, expected: 30, is_anomalous: true },
    })),
    ...more,
  })
  const first = happening('10:00', '10:05')
  expect(await notificationOf(first)).toEqual([['alert.opened', 'Anomaly: cpu utilization of web-1']])
  expect(receiver.received.at(-1)?.body.events).toMatchObject([
    { kind: 'metric_anomaly', severity: 'medium', amount: null, labels: { service: ['Compute'], team: ['search'] } },
  ])
  // In a later evaluation it begins a row later: the same incident.
  expect(await notificationOf(happening('10:01', '10:09'))).toEqual([])
  const worse = happening('10:01', '10:12', { severity: 'critical' })
  expect(await notificationOf(worse)).toEqual([['alert.updated', 'cpu utilization of web-1: severity is now critical']])
  const over = { ...worse, status: 'over' as const }
  expect(await notificationOf(over)).toEqual([['alert.updated', 'Ended: cpu utilization of web-1']])
  const second = happening('10:40', '10:44')
  expect(await notificationOf(over, second)).toEqual([['alert.opened', 'Anomaly: cpu utilization of web-1']])
  // Late points show that there was no anomaly.
  expect(await notificationOf(over)).toEqual([['alert.updated', 'Ended: cpu utilization of web-1']])
  expect(await notificationOf(over)).toEqual([])
  expect((await kept.client.anomalies.metrics({})).data.map(({ status }) => status)).toEqual(['over', 'over'])
})
