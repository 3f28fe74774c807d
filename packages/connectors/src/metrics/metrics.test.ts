/** The metrics formats: each as its cloud writes it, with rejected points and unreadable files. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openMetricsJson } from './all.ts'
import { readMetricsCsv } from './csv.ts'
import { instantOf, type MetricReading } from './reading.ts'
import { unpackSnappy } from './snappy.ts'

const read = (document: unknown) => {
  const { format, read: readings } = openMetricsJson(document, 'export.json')
  return { format, readings: [...readings()] }
}
const points = (readings: MetricReading[]) => readings.flatMap(({ point }) => (point ? [point] : []))
const rejectionReasons = (readings: MetricReading[]) =>
  readings.flatMap((reading) => (reading.rejected ? [reading.rejected.reason] : []))

describe('CloudWatch', () => {
  const query = (Id: string, MetricName: string, Stat: string, Period = 300) => ({
    Id,
    MetricStat: { Metric: { MetricName, Dimensions: [{ Name: 'InstanceId', Value: 'i-1' }] }, Period, Stat },
  })
  it('adds maxima to averages, and converts a sum to a rate', () => {
    const { format, readings } = read({
      MetricDataQueries: [
        query('a', 'CPUUtilization', 'Average'),
        query('b', 'CPUUtilization', 'Maximum'),
        query('c', 'NetworkOut', 'Sum'),
      ],
      MetricDataResults: [
        { Id: 'a', Label: 'x', Timestamps: ['2026-11-01T00:00:00+00:00'], Values: [12.5] },
        { Id: 'b', Label: 'x', Timestamps: ['2026-11-01T00:00:00+00:00'], Values: [80] },
        { Id: 'c', Label: 'x', Timestamps: ['2026-11-01T00:00:00+00:00'], Values: [3000] },
      ],
    })
    expect(format).toBe('cloudwatch')
    expect(points(readings)).toMatchObject([
      { resource_id: 'i-1', metric: 'cpu_utilization', unit: 'percent', seconds: 300, value: 12.5, max: 80 },
      { metric: 'network_out', unit: 'bytes/s', value: 10 },
    ])
  })
  it('reads a label when the queries are missing, and rejects a series without both', () => {
    const { readings } = read({
      MetricDataResults: [
        {
          Id: 'a',
          Label: 'DatabaseConnections|ledger|Average',
          Timestamps: ['2026-11-01T00:00:00Z', '2026-11-01T01:00:00Z'],
          Values: [0, 1],
        },
        { Id: 'b', Label: 'CPUUtilization', Timestamps: [], Values: [] },
        { Id: 'c', Label: 'CPUUtilization|i-1', Timestamps: ['2026-11-01T00:00:00Z'], Values: [] },
      ],
    })
    expect(points(readings)).toMatchObject([
      { resource_id: 'ledger', metric: 'connections', seconds: 3600 },
      { value: 1 },
    ])
    expect(rejectionReasons(readings)).toEqual([
      expect.stringContaining('has no metric and resource'),
      'has 1 times for 0 values',
    ])
  })
})

it('Azure Monitor: resource and metric from the id, gaps left out', () => {
  const vm = '/subscriptions/1/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/erp'
  const { format, readings } = read({
    interval: 'PT1H',
    value: [
      {
        id: `${vm}/providers/Microsoft.Insights/metrics/Percentage CPU`,
        name: { value: 'Percentage CPU' },
        unit: 'Percent',
        timeseries: [
          {
            data: [
              { timeStamp: '2026-11-01T00:00:00Z', average: 4, maximum: 9, minimum: 1 },
              { timeStamp: '2026-11-01T01:00:00Z' },
            ],
          },
        ],
      },
    ],
  })
  expect(format).toBe('azure-monitor')
  expect(points(readings)).toEqual([
    expect.objectContaining({ resource_id: vm, metric: 'cpu_utilization', seconds: 3600, value: 4, min: 1, max: 9 }),
  ])
  expect(readings).toHaveLength(1)
})

it('Cloud Monitoring: shares become percent, deltas become rates, a point is at the start of its interval', () => {
  const series = (type: string, metricKind: string, value: object) => ({
    metric: { type, labels: { instance_name: 'ranker' } },
    resource: { type: 'gce_instance', labels: { instance_id: '1' } },
    metricKind,
    points: [{ interval: { startTime: '2026-11-01T00:00:00Z', endTime: '2026-11-01T00:01:00Z' }, value }],
  })
  const { format, readings } = read({
    timeSeries: [
      series('compute.googleapis.com/instance/cpu/utilization', 'GAUGE', { doubleValue: 0.25 }),
      series('compute.googleapis.com/instance/network/sent_bytes_count', 'DELTA', { int64Value: '600' }),
    ],
  })
  expect(format).toBe('cloud-monitoring')
  expect(points(readings)).toMatchObject([
    { resource_id: 'ranker', metric: 'cpu_utilization', value: 25, seconds: 60, at: '2026-11-01T00:00:00Z' },
    { metric: 'network_out', value: 10 },
  ])
})

it('Prometheus: a matrix of samples, a ratio as percent, a container by its workload', () => {
  const { format, readings } = read({
    status: 'success',
    data: {
      resultType: 'matrix',
      result: [
        {
          metric: { __name__: 'cpu_utilization_ratio', namespace: 'shop', workload: 'web', container: 'app' },
          values: [
            [1793491200, '0.5'],
            [1793491260, 'NaN'],
          ],
        },
        { metric: { __name__: 'requests', instance: 'lb-1:9090' }, values: [[1793491200, '3']] },
        { metric: { __name__: 'requests' }, values: [[1793491200, '3']] },
      ],
    },
  })
  expect(format).toBe('prometheus-query')
  expect(points(readings)).toMatchObject([
    { resource_id: 'shop/web/app', metric: 'cpu_utilization', unit: 'percent', value: 50 },
    { resource_id: 'lb-1', metric: 'requests', unit: 'req/s' },
  ])
  expect(rejectionReasons(readings)).toEqual(['has no value', expect.stringContaining('has no resource')])
})

it('reads a list of documents, and rejects unknown ones', () => {
  const page = { points: [{ resource_id: 'a', metric: 'requests', at: '2026-11-01T00:00:00Z', value: 1 }] }
  expect(points(read([page, page]).readings)).toHaveLength(2)
  for (const document of [{}, [], [1], 'x', null])
    expect(() => read(document)).toThrow('in no metrics format that Kept knows')
})

describe('CSV', () => {
  async function* chunks(text: string, size: number) {
    for (let offset = 0; offset < text.length; offset += size) yield text.slice(offset, offset + size)
  }
  it('returns the same for any chunks', async () => {
    const text =
      '\uFEFFResource,Metric,Time,Average,Max\r\n"a,1",cpu_utilization,2026-11-01T00:00:00Z,1,2\r\nb,requests,1793491200,3,\n'
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (size) => {
        const readings: MetricReading[] = []
        for await (const reading of readMetricsCsv(chunks(text, size), 'x.csv')) readings.push(reading)
        expect(points(readings).map(({ resource_id, value, max }) => [resource_id, value, max])).toEqual([
          ['a,1', 1, 2],
          ['b', 3, undefined],
        ])
      }),
    )
  })

  it('keeps a quoted line break inside its cell, and rejects a row with ambiguous quotation marks', async () => {
    const text = [
      'resource,metric,time,value,note',
      'a,requests,2026-11-01T00:00:00Z,1,"moved,\n""twice"""',
      'b,requests,2026-11-01T00:00:00Z,"2"3,',
      'c,requests,2026-11-01T00:00:00Z,4,',
    ].join('\n')
    const readings: MetricReading[] = []
    for await (const reading of readMetricsCsv(chunks(text, 7), 'x.csv')) readings.push(reading)
    expect(points(readings).map(({ resource_id, value }) => [resource_id, value])).toEqual([
      ['a', 1],
      ['c', 4],
    ])
    expect(readings[1]?.rejected).toMatchObject({
      location: 'x.csv, line 4',
      reason: 'has a quotation mark inside a cell',
    })
  })

  it('rejects an unclosed quotation mark, with its line', async () => {
    const text = `resource,metric,time,value\na,requests,2026-11-01T00:00:00Z,"1\n${'x\n'.repeat(40_000)}`
    const read = async () => {
      for await (const reading of readMetricsCsv(chunks(text, 4096), 'x.csv')) expect(reading).toBeUndefined()
    }
    await expect(read()).rejects.toThrow('x.csv, line 2')
  })
})

it('requires a time zone, and distinguishes seconds, milliseconds and nanoseconds', () => {
  const first = '2026-11-01T00:00:00Z'
  const equalTimes = [
    first,
    '2026-11-01T01:00:00+01:00',
    '2026-11-01 00:00:00 UTC',
    1793491200,
    1793491200000,
    1793491200000000000,
    '1793491200',
  ]
  expect(equalTimes.map((value) => instantOf(value))).toEqual(equalTimes.map(() => first))
  expect(
    ['2026-11-01', '2026-11-01T00:00:00', 'now', -1, Number.NaN, '2026-13-01T00:00:00Z'].map((value) =>
      instantOf(value),
    ),
  ).toEqual(Array(6).fill(undefined))
})

describe('snappy', () => {
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
  it('decompresses literals and overlapping copies', () => {
    // "abab...": two letters, then a copy of ten from two back.
    const packed = new Uint8Array([12, (2 - 1) << 2, 97, 98, ((10 - 4) << 2) | 1, 2])
    expect(text(unpackSnappy(packed, 100))).toBe('abababababab')
  })
  it('rejects data that is too large or broken, and always terminates', () => {
    expect(() => unpackSnappy(new Uint8Array([200, 200, 3, 0]), 100)).toThrow('The limit is 100')
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(unpackSnappy(bytes, 10_000).length).toBeLessThanOrEqual(10_000)
        } catch (error) {
          expect((error as Error).message).toMatch(/snappy|limit is/i)
        }
      }),
    )
  })
})
