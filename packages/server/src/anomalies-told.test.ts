/** What people hear of one incident over its life: that it is there, that it got worse, that it is over; nothing twice. */
import type { AlertSchedule } from '@kept/domain/alert.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import { type JudgedIncident, saveIncidents } from '@kept/store/anomalies/save-incidents.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openReceiver, type Receiver } from './alerts/testing/receiver.ts'
import { anomalyNotification } from './anomalies/words.ts'
import { openKept, type TestKept } from './testing.ts'

let clock = Date.parse('2026-11-20T12:00:00Z')
let kept: TestKept
let receiver: Receiver
beforeAll(async () => {
  receiver = await openReceiver()
  kept = await openKept({ KEPT_PRIVATE_NETWORKS: '127.0.0.1' }, { now: () => new Date(clock) })
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
async function say(...incidents: JudgedIncident[]) {
  const { database, scope } = kept.world
  const [bell, sent] = [await titles(), receiver.received.length]
  await saveIncidents(database, scope, incidents, {
    now: new Date(clock),
    tell: (anomaly, news) => anomalyNotification(anomaly, news, ['team=search']),
  })
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
    kinds: ['anomaly'],
    channels: [channel.id],
    filters: [{ label: 'tag', values: ['Team=Search'] }],
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
