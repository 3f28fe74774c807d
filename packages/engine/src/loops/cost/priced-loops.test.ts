import type { Span, TelemetryResource } from '@kept/domain/span.ts'
import { toPlaces } from '@kept/foundation/decimal.ts'
import { describe, expect, it } from 'vitest'
import type { Incident } from '../incidents.ts'
import { LoopDetector } from '../loop-detector.ts'
import { type BilledSku, billedPrices } from './billed-prices.ts'
import { type Pricing, pricedIncident } from './priced-loops.ts'

const start = 1_772_524_800_000
const fn: TelemetryResource = {
  id: 'arn:aws:lambda:us-east-1:1:function:resize',
  name: 'resize',
  kind: 'serverless',
  provider: 'aws',
  region: 'us-east-1',
  instance: '',
  version: '',
  critical: false,
  bulk: false,
  memoryMb: 512,
}

/** A function that sends itself a message through a queue: chains of a hundred, `perMinute` runs a minute. */
function recursion(perMinute: number, minutes: number): Incident {
  const detector = new LoopDetector({})
  const span = (
    part: Pick<Span, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind' | 'startMs'> & Partial<Span>,
  ) => detector.span({ resource: fn, status: 'unset', durationMs: 200, probability: 1, links: [], facts: {}, ...part })
  const length = 100
  const gapMs = 20
  for (let chain = 0; chain < (perMinute * minutes) / length; chain += 1) {
    const chainStartMs = start + chain * ((60_000 * length) / perMinute)
    for (let step = 0; step < length; step += 1) {
      const [run, sendSpanId] = [`${chain}-${step}`, `${chain}-${step}s`]
      const common = { traceId: `${chain}`, startMs: chainStartMs + step * gapMs }
      span({
        ...common,
        spanId: run,
        parentSpanId: step ? `${chain}-${step - 1}s` : '',
        name: 'resize',
        kind: 'consumer',
      })
      span({
        ...common,
        spanId: sendSpanId,
        parentSpanId: run,
        name: 'send',
        kind: 'producer',
        durationMs: 5,
        facts: { destination: 'to-resize' },
      })
    }
  }
  detector.finish()
  const [incident] = detector.incidents.all
  if (!incident) throw new Error('nothing was found')
  return incident
}

const sku = (
  part: Pick<BilledSku, 'resource' | 'sku_price_id' | 'unit' | 'price' | 'quantity'> & Partial<BilledSku>,
) => ({
  service: 'AWS Lambda',
  currency: 'USD',
  price_low: part.price,
  price_high: part.price,
  ...part,
})
const bill: BilledSku[] = [
  sku({ resource: fn.id, sku_price_id: 'r', unit: 'Requests', price: '0.0000002', quantity: '1000000' }),
  sku({ resource: fn.id, sku_price_id: 's', unit: 'GB-Seconds', price: '0.0000166667', quantity: '100000' }),
  sku({
    resource: 'to-resize',
    sku_price_id: 'q',
    unit: 'Requests',
    service: 'Amazon Simple Queue Service',
    price: '0.0000004',
    quantity: '3000000',
  }),
  // A kilobyte of logs for each run.
  sku({ resource: '/aws/lambda/resize', sku_price_id: 'l', unit: 'GB', price: '0.5', quantity: '1' }),
]

const priced = (incident: Incident, pricing: Partial<Pricing>) => pricedIncident(incident, { prices: [], ...pricing })

/** The loop as it was found, at another pace. */
const atPace = (incident: Incident, perMinute: number): Incident => ({
  ...incident,
  rates: [perMinute],
})

describe('the cost of a loop', () => {
  const incident = recursion(1200, 5)
  it('of 500 runs a second over a function, its queue and its logs is 6.42 an hour, by the customer’s own bill', () => {
    const uses = incident.worst.uses.map(({ id, kind }) => [id, kind])
    expect(uses).toEqual([
      [fn.id, 'serverless'],
      ['to-resize', 'store'],
    ])
    // All touched as often: what the last chains had not done yet when the window ended is left out here.
    const even = {
      ...incident,
      worst: {
        ...incident.worst,
        uses: incident.worst.uses.map((use) => ({ ...use, perMinute: incident.worst.metrics.perMinute })),
      },
    }
    const impact = priced(atPace(even, 30_000), { prices: billedPrices(bill) })
    expect(toPlaces(impact?.hourly ?? '', 2)).toBe('6.42')
    expect(toPlaces(impact?.daily ?? '', 2)).toBe('154.08')
    expect(impact?.by_sku.map(({ sku_price_id, source }) => [sku_price_id, source])).toEqual([
      ['r', 'bill'],
      ['s', 'bill'],
      ['l', 'bill'],
      ['q', 'bill'],
    ])
  })
  it('comes from a public list where no bill names the function, and is unknown where nothing may stand in', () => {
    const listed = priced(atPace(incident, 30_000), { lists: true })
    expect(listed?.by_sku.map(({ source }) => source)).toEqual(['list', 'list'])
    expect(toPlaces(listed?.hourly ?? '', 2)).toBe('3.36')
    expect(priced(incident, {})).toBeNull()
  })
  it('takes off what is usual, never from a lineage', () => {
    const hourlyBaselines = new Map([[fn.id, [60_000, 60_000]]])
    const pricing = { prices: billedPrices(bill), hourlyBaselines }
    expect(priced(incident, pricing)).toMatchObject({ above_baseline: 1, baseline_weeks: 2, baseline_per_hour: 60_000 })
    const polling = { ...incident, worst: { ...incident.worst, gain: null, callsPerMinute: 1500 }, rates: [1200] }
    // 90,000 calls an hour, 60,000 of them usual: of the 72,000 of the loop 30,000 are above it.
    expect(priced(polling, pricing)?.above_baseline).toBeCloseTo(30_000 / 72_000, 5)
  })
  it('has a range that its pace explains', () => {
    const impact = priced({ ...incident, rates: [600, 900, 1000, 1000, 1500] }, { prices: billedPrices(bill) })
    const [low, middle, high] = [impact?.hourly_low, impact?.hourly, impact?.hourly_high].map(Number)
    expect(low).toBeLessThan(middle as number)
    expect(high).toBeGreaterThan(middle as number)
  })
})

describe('prices of a bill', () => {
  it('of several kinds of requests are used as often as billed; storage is no measure of an iteration', () => {
    const table = [
      sku({ resource: 'cart', sku_price_id: 'read', unit: 'Requests', price: '0.000000125', quantity: '300' }),
      sku({ resource: 'cart', sku_price_id: 'write', unit: 'Requests', price: '0.000000625', quantity: '100' }),
      sku({ resource: 'cart', sku_price_id: 'kept', unit: 'GB-Months', price: '0.25', quantity: '9' }),
    ]
    expect(billedPrices(table).map(({ sku_price_id, units }) => [sku_price_id, units])).toEqual([
      ['read', '0.75'],
      ['write', '0.25'],
    ])
  })
})
