/** Metrics over HTTP: every format, duplicates, rejected rows, percentiles. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readKnownFacts } from '@kept/store/resources/known-facts.ts'
import { syncResources } from '@kept/store/resources/sync.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { remoteWriteBody } from '../testing/remote-write.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
const machine = 'arn:aws:ec2:us-east-1:11:instance/i-1'

beforeAll(async () => {
  kept = await openKept()
  const { world } = kept
  await publishLines(world, world.scope, 'load-1', [
    lineOn('2026-06-30', { EffectiveCost: '1', ServiceProviderName: 'AWS', ResourceId: machine }),
  ])
  await syncResources(world.database, world.warehouse, world.scope)
})
afterAll(() => kept.close())

async function send(body: string | Uint8Array<ArrayBuffer>, path = '/v1/metrics/import?name=cpu.csv') {
  const answer = await fetch(`${kept.url}${path}`, { method: 'POST', headers: kept.headers('own'), body })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
}

const hours = (day: string, value: (hour: number) => number) =>
  Array.from(
    { length: 24 },
    (_, h) => `i-1,cpu_utilization,${day}T${String(h).padStart(2, '0')}:00:00Z,${value(h)},3600`,
  )
const head = 'resource_id,metric,timestamp,value,seconds'
const read = async (grain: 'raw' | 'hour' | 'day', metrics = 'cpu_utilization') =>
  (await kept.client.resources.metrics({ id: machine, grain, metrics })).data.series[0]

describe('points', () => {
  it('are imported as CSV, plain or gzipped, and found under the complete id', async () => {
    const csv = [head, ...hours('2026-06-29', (h) => h), ...hours('2026-06-30', () => 50)].join('\n')
    const { body } = await send(new Uint8Array(gzipSync(csv)))
    expect(body.data).toMatchObject({ format: 'csv', points: 48, series: 1, rejected: 0, unmatched_series: 0 })
    const day = await read('day')
    expect(day?.points.map(({ avg, min, max }) => [avg, min, max])).toEqual([
      [11.5, 0, 23],
      [50, 50, 50],
    ])
    expect(day?.summary).toMatchObject({ points: 48, avg: 30.75, max: 50 })
  })
  it('count once, however often they are sent; the later one counts', async () => {
    await send([head, ...hours('2026-06-29', (h) => h)].join('\n'))
    expect((await read('raw'))?.summary.points).toBe(48)
    await kept.client.metrics.put({
      points: [
        {
          resource_id: 'i-1',
          metric: 'cpu_utilization',
          at: '2026-06-29T23:00:00Z',
          seconds: 3600,
          value: 47,
          max: 90,
        },
      ],
    })
    expect((await read('raw'))?.summary.points).toBe(48)
    expect((await read('day'))?.points[0]).toMatchObject({ avg: 12.5, max: 90 })
    expect((await read('hour'))?.points).toHaveLength(48)
  })
  it('that are invalid are reported with line and reason; valid ones are kept', async () => {
    const { body } = await send(
      [
        head,
        'i-1,requests,2026-06-30T00:00:00Z,5,60',
        'i-1,requests,2026-06-30 01:00,5,60',
        'i-1,requests,2026-06-30T02:00:00Z,much,60',
        ',requests,2026-06-30T03:00:00Z,5,60',
      ].join('\n'),
    )
    expect(body.data).toMatchObject({ points: 1, rejected: 3 })
    expect(
      body.data.rejected_rows.map(
        ({ location, reason }: { location: string; reason: string }) => `${location} ${reason}`,
      ),
    ).toEqual([
      'cpu.csv, line 3 has no time with a time zone',
      'cpu.csv, line 4 has no value',
      'cpu.csv, line 5 has no resource',
    ])
  })
  it('are rejected in one sentence when there are none', async () => {
    for (const [text, message] of [
      ['', 'is empty'],
      ['a,b\n1,2', 'has no column'],
      ['{"x":1}', 'in no metrics format that Kept knows'],
      ['{"x":', 'JSON'],
      [`${head}\ni-1,cpu,yesterday,1,60`, 'of 1 points'],
      ['PAR1 and nothing else', 'Parquet'],
    ] as const) {
      const { status, body } = await send(text)
      expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
    }
  })
  it('are imported from Parquet of any writer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kept-metrics-'))
    chmodSync(folder, 0o777)
    try {
      const path = join(folder, 'points.parquet')
      await kept.world.warehouse.administer(
        `INSERT INTO FUNCTION file({path:String}, 'Parquet')
         SELECT 'i-1' AS resource_id, 'disk_ops' AS metric, toDateTime64('2026-06-30 00:00:00', 3, 'UTC') + number * 60 AS timestamp,
           toFloat64(number) AS value FROM numbers(30000)`,
        { path },
      )
      const { body } = await send(new Uint8Array(readFileSync(path)), '/v1/metrics/import?name=points.parquet')
      expect(body.data).toMatchObject({
        format: 'parquet',
        points: 30_000,
        rejected: 0,
        start_time: '2026-06-30T00:00:00.000Z',
      })
      expect((await read('day', 'disk_ops'))?.summary.points).toBeGreaterThan(1000)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  it('come by remote-write', async () => {
    const { body, status } = await send(new Uint8Array([1, 2, 3]), '/v1/metrics/remote-write')
    expect([status, body.code]).toEqual([400, 'bad_input'])
    const response = await send(
      remoteWriteBody(machine, Date.parse('2026-06-30T00:00:00Z')),
      '/v1/metrics/remote-write',
    )
    expect([response.status, response.body]).toEqual([204, {}])
    expect((await read('raw', 'memory_utilization'))?.summary).toMatchObject({ points: 2, avg: 45 })
  })
})

it('are facts for the rules: percentiles, days, and the month’s end', async () => {
  const { database, warehouse, scope } = kept.world
  const { resource_metric } = await readKnownFacts({ database, warehouse }, scope, {
    loadIds: ['load-1'],
    names: ['resource_metric'],
    window: { from: '2026-06-01', to: '2026-07-01', days: 30, daysWithCharges: 30 },
    listPrices: [],
  })
  const cpu = resource_metric?.find(({ metric }) => metric === 'cpu_utilization')
  expect(cpu).toMatchObject({ resource_id: machine, points: 48, days: 2, max: 90, busiest_day: '2026-06-30' })
  expect(cpu?.month_end_p95).toBeCloseTo(50, 0)
  expect(cpu?.p95).toBeCloseTo(50, 0)
  const otherFacts = await readKnownFacts({ database, warehouse }, kept.world.otherScope, {
    loadIds: [],
    names: ['resource_metric', 'inventory'],
    window: { from: '2026-06-01', to: '2026-07-01', days: 30, daysWithCharges: 30 },
    listPrices: [],
  })
  expect(otherFacts).toEqual({})
})
