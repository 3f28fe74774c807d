/** What people hear of one incident over its life: that it is there, that it got worse, that it is over; nothing twice. */
import type { AlertSchedule } from '@kept/domain/alert.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { type JudgedMetric, saveMetricAnomalies } from '@kept/store/anomalies/metric-anomalies.ts'
import { type JudgedIncident, saveIncidents } from '@kept/store/anomalies/save-incidents.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { metricNotification } from './anomalies/metric-words.ts'
import { anomalyNotification } from './anomalies/words.ts'
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

const incident = (more: Partial<JudgedIncident>): JudgedIncident => ({
  scope: [{ by: 'service', value: 'compute', name: 'Compute' }],
  ...{ currency: 'USD', direction: 'above', status: 'open', severity: 'medium' },
  ...{ first_day: '2026-11-18', last_day: '2026-11-19', expected: '100', actual: '300', projected_excess: '900' },
  ...{ days: [], started_at: null, hours: [], drivers: [], telling_dimension: null, links: [] },
  ...more,
})

/** The detector says this now; answers the titles people read since the last time, in the bell and on the channel. */
function say(...incidents: JudgedIncident[]) {
  const { database, scope } = kept.world
  return toldAfter(() =>
    saveIncidents(database, scope, incidents, {
      now: new Date(clock),
      tell: (anomaly, news) => anomalyNotification(anomaly, news, ['i-1']),
    }),
  )
}

/** The same of one metric of one resource. */
function sayOfMetric(...found: JudgedMetric[]) {
  const { database, scope } = kept.world
  return toldAfter(() =>
    saveMetricAnomalies(database, scope, { resource_id: 'i-1', metric: 'cpu_utilization' }, found, {
      now: new Date(clock),
      tell: metricNotification,
    }),
  )
}

async function toldAfter(happen: () => Promise<unknown>) {
  const [bell, sent] = [await titles(), receiver.received.length]
  await happen()
  clock += 1000
  await kept.server.tickAlerts()
  const rung = (await titles()).slice(0, (await titles()).length - bell.length)
  const letters = await receiver.until(sent + rung.length)
  const told = letters.slice(sent).map(({ body }) => [body.type, body.events[0].title])
  expect(told.map(([, title]) => title)).toEqual(rung)
  return told
}
const titles = async () => (await kept.own.notifications.list({})).data.map(({ title }) => title)
const always: AlertSchedule = { zone: 'UTC', digest: null, quiet: [], critical_passes: true }

it('one thread: found, worse, over; not a word when nothing changed or when it swings back', async () => {
  const typed = { kind: 'webhook' as const, url: `${receiver.url}/hook` }
  const { data: channel } = await kept.own.alerts.addChannel({ name: 'team', schedule: always, typed })
  await kept.own.alerts.addRule({
    name: 'Search',
    kinds: ['anomaly', 'metric_anomaly'],
    channels: [channel.id],
    filters: [{ label: 'team', values: ['Search'] }],
  })
  expect(await say(incident({}))).toEqual([['alert.opened', 'Compute cost 200.00 USD more than expected']])
  expect(await say(incident({ actual: '320' }))).toEqual([])
  expect(await say(incident({ severity: 'high', actual: '900' }))).toEqual([
    ['alert.updated', 'Compute is now of high severity: 800.00 USD more than expected'],
  ])
  expect(await say(incident({ severity: 'medium' }))).toEqual([])
  expect(await say(incident({ severity: 'high', actual: '900' }))).toEqual([])
  const over = incident({ severity: 'high', actual: '950', status: 'over' })
  expect(await say(over)).toEqual([['alert.updated', 'Compute is over: 850.00 USD more than expected']])
  expect(await say(over)).toEqual([])
  expect(await say({ ...over, status: 'open' })).toEqual([])
  expect(await say(over)).toEqual([])
})

it('that a corrected bill takes away is told once, to those who were told of it', async () => {
  const place: Anomaly['scope'] = [{ by: 'tag:team', value: 'search', name: 'search' }]
  const whole = incident({ severity: 'high', actual: '950', status: 'over' })
  expect(await say(whole, incident({ scope: place }))).toHaveLength(1)
  expect(await say(whole)).toEqual([['alert.updated', 'search: a corrected bill shows no anomaly any more']])
  expect(await say(whole)).toEqual([])
})

it('a metric is told like cost: found, worse, over, each happening a thread of its own', async () => {
  const happening = (from: string, to: string, more: Partial<JudgedMetric> = {}): JudgedMetric => ({
    ...{ resource_id: 'i-1', resource_name: 'web-1', metric: 'cpu_utilization', unit: 'percent' },
    ...{ direction: 'above', status: 'open', severity: 'medium', expected: 30, actual: 92 },
    ...{ started_at: `2026-11-20T${from}:00.000Z`, last_at: `2026-11-20T${to}:00.000Z` },
    points: ['10:00', '10:01'].map((at) => ({
      ...{ at: `2026-11-20T${at}:00.000Z`, value: 92, expected: 30, off: true },
    })),
    ...more,
  })
  const first = happening('10:00', '10:05')
  expect(await sayOfMetric(first)).toEqual([['alert.opened', 'cpu utilization of web-1 left its path']])
  expect(receiver.received.at(-1)?.body.events).toMatchObject([
    { kind: 'metric_anomaly', severity: 'medium', amount: null, labels: { service: ['Compute'], team: ['search'] } },
  ])
  // Judged again it begins a row later: the same happening.
  expect(await sayOfMetric(happening('10:01', '10:09'))).toEqual([])
  const worse = happening('10:01', '10:12', { severity: 'critical' })
  expect(await sayOfMetric(worse)).toEqual([['alert.updated', 'cpu utilization of web-1 is now of critical severity']])
  const over = { ...worse, status: 'over' as const }
  expect(await sayOfMetric(over)).toEqual([['alert.updated', 'cpu utilization of web-1 leaves its path no more']])
  const second = happening('10:40', '10:44')
  expect(await sayOfMetric(over, second)).toEqual([['alert.opened', 'cpu utilization of web-1 left its path']])
  // Points that came late say that there was nothing.
  expect(await sayOfMetric(over)).toEqual([['alert.updated', 'cpu utilization of web-1 leaves its path no more']])
  expect(await sayOfMetric(over)).toEqual([])
  expect((await kept.own.anomalies.metrics({})).data.map(({ status }) => status)).toEqual(['over', 'over'])
})
