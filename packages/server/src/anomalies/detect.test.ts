/** Anomalies from planted bills and metrics: start hour, scope, related resources, and metrics. */

import { hour, minute } from '@kept/domain/series.ts'
import type { ChangeEvent, TelemetryResource } from '@kept/domain/span.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { type TelemetryItem, writeTelemetry } from '@kept/store/telemetry/items.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { detectMetrics } from './detect-metrics.ts'
import { detectOrganization } from './detect-organization.ts'

let kept: TestKept
const [first, days, anomalyDay] = ['2026-04-01', 90, 80]
const now = new Date('2026-06-30T00:00:00Z')
const machine = 'arn:aws:ec2:us-east-1:11:instance/i-1'
const badDay = addDays(first, anomalyDay)

beforeAll(async () => {
  kept = await openKept({}, { now: () => now })
  const { world } = kept
  const baselineFactor = (row: number) => (row % 7 >= 5 ? 0.7 : 1) * (1 + 0.04 * Math.sin(row * 12.9898))
  const lines = Array.from({ length: days }, (_, row) => row).flatMap((row) =>
    Array.from({ length: 24 }, (_, h) => h).flatMap((h) => {
      const startMs = Date.parse(addDays(first, row)) + h * hour
      const extra = row === anomalyDay && h >= 9 && h < 15 ? 30 : 0
      const line = (service: string, id: string, team: string, amount: number) =>
        lineOn(addDays(first, row), {
          ChargePeriodStart: moment(startMs),
          ChargePeriodEnd: moment(startMs + hour),
          EffectiveCost: amount.toFixed(4),
          BilledCost: amount.toFixed(4),
          ServiceProviderName: 'AWS',
          SubAccountId: '11',
          ServiceName: service,
          ResourceId: id,
          SkuId: `sku-${service}`,
          Tags: { team },
        })
      return [
        line('Compute', machine, 'search', 4 * baselineFactor(row) + extra),
        line('Storage', 'bucket-1', 'data', 3 * baselineFactor(row + 3)),
      ]
    }),
  )
  await publishLines(world, world.scope, 'load-1', lines)
})
afterAll(() => kept.close())

const moment = (timestamp: number) => new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ')

it('reports a resource, its SKU and its team as one incident, with its start hour and related events', async () => {
  const { database, warehouse, scope } = kept.world
  await database.scoped(scope, async (tx) => {
    await tx
      .insertInto('loop_incident')
      .values({
        organization_id: scope.organizationId,
        id: 'loop-1',
        fingerprint: 'f',
        rule_id: 'r',
        loop_type: 'infinite_retry',
        resource_id: machine,
        severity: 'high',
        status: 'active',
        confirmed: true,
        detected_at: `${badDay}T09:10:00Z`,
        onset_at: `${badDay}T09:00:00Z`,
        last_seen_at: `${badDay}T15:00:00Z`,
        resolved_at: null,
        resolved_by: '',
        currency: 'USD',
        hourly_cost: null,
        total_cost: null,
        detection: '{}',
        evidence: '{}',
        rates: '[]',
        source: 'live',
      })
      .execute()
  })
  await warehouse.execute(
    scope,
    `INSERT INTO usage_event (organization_id, environment_id, day, event_id, at, seconds, activity_type, counts_as_usage, person,
       environment_name, project, team, time_zone, batch)
     SELECT {organization_id:UUID}, 'i-1', {day:Date}, 'e-1', toDateTime64({at:String}, 3, 'UTC'), 0, 'deploy', true, 'p',
       'search-api', '', '', 'UTC', generateUUIDv4()`,
    { day: badDay, at: `${badDay} 08:55:00` },
  )
  const change = { from: null, to: null, delta: null, generation: '', actor: 'ci', count: 1 }
  const event = (kind: ChangeEvent['kind'], description: string, time: string): TelemetryItem => {
    const at = Date.parse(`${badDay}T${time}Z`)
    const resource = { id: 'i-1', name: 'i-1' } as TelemetryResource
    return { signal: 'event', at, trace: '', body: { ...change, resource, kind, description, timeMs: at } }
  }
  await writeTelemetry(
    warehouse,
    scope,
    [event('deploy', 'search-api "v42"', '08:50:00'), event('restart', 'restarted', '08:52:00')],
    now,
  )
  await detectOrganization(kept.server.services, scope)
  const { data } = await kept.client.anomalies.list({})
  expect(data.map(({ scope, first_day }) => [scope.at(-1)?.value, first_day])).toEqual([[machine, badDay]])
  const [anomaly] = data
  expect(anomaly).toMatchObject({
    direction: 'above',
    first_day: badDay,
    last_day: badDay,
    started_at: `${badDay}T09:00:00.000Z`,
    links: [
      { kind: 'loop', id: 'loop-1', href: '/loops' },
      { kind: 'deployment', title: 'Deployed: search-api', at: `${badDay}T08:55:00.000Z` },
      { kind: 'deployment', title: 'Deployed: search-api "v42"', at: `${badDay}T08:50:00.000Z` },
    ],
  })
  expect(anomaly?.hours.filter(({ is_anomalous }) => is_anomalous)).toHaveLength(6)
  expect(Number(anomaly?.excess)).toBeGreaterThan(170)
  expect((await kept.otherClient.anomalies.list({})).data).toEqual([])
})

it('notifies about a metric anomaly once, and learns from feedback', async () => {
  const { scope, otherScope } = kept.world
  const from = Date.parse('2026-06-22T00:00:00Z')
  const point = (row: number) => ({
    resource_id: 'i-1',
    metric: 'cpu_utilization',
    unit: 'percent',
    at: new Date(from + row * 5 * minute).toISOString(),
    seconds: 300,
    value:
      30 + 10 * Math.sin((row / 288) * 2 * Math.PI) + ((row * 7919) % 13) / 6 + (row >= 2200 && row < 2212 ? 55 : 0),
  })
  const points = Array.from({ length: 2290 }, (_, row) => point(row))
  for (let start = 0; start < points.length; start += 1000)
    await kept.client.metrics.put({ points: points.slice(start, start + 1000) })
  expect(await detectMetrics(kept.server.services, scope)).toEqual({ streams: 1, created: 1 })
  const { data } = await kept.client.anomalies.metrics({})
  expect(data).toMatchObject([
    {
      resource_name: 'i-1',
      metric: 'cpu_utilization',
      direction: 'above',
      status: 'over',
      started_at: new Date(from + 2200 * 5 * minute).toISOString(),
    },
  ])
  expect(data[0]?.actual).toBeGreaterThan(75)
  expect(await detectMetrics(kept.server.services, scope)).toEqual({ streams: 0, created: 0 })
  await kept.client.metrics.put({ points: [point(2290)] })
  expect(await detectMetrics(kept.server.services, scope)).toEqual({ streams: 1, created: 0 })
  const answered = await kept.client.anomalies.metricFeedback({ id: data[0]?.id ?? '', feedback: 'expected' })
  expect(answered.data).toMatchObject({ feedback: 'expected' })
  expect((await kept.otherClient.anomalies.metrics({})).data).toEqual([])
  expect(await detectMetrics(kept.server.services, otherScope)).toEqual({ streams: 0, created: 0 })
})
