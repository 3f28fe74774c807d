/** With one call in ten sampled, a rhythm differs from chance by what it lacks: two calls close together. */
import type { Span } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { emptyResource } from '../aggregate/nodes.ts'
import { LoopDetector } from '../loop-detector.ts'

const start = 1_772_524_800_000

function draws(seed: number): () => number {
  let state = seed * 48_271 + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Ten minutes of a thousand calls each that always get the same answer. */
function busyWith(targetOf: (call: number) => string): string[] {
  const detector = new LoopDetector()
  for (let call = 0; call < 10_000; call += 1)
    detector.span({
      ...{ traceId: `t${call}`, spanId: `s${call}`, parentSpanId: '', name: 'GET', kind: 'client', status: 'unset' },
      ...{ resource: { ...emptyResource, id: 'client', name: 'client' }, startMs: start + call * 60, durationMs: 20 },
      ...{ probability: 1, links: [] },
      facts: { method: 'GET', endpoint: 'shop/v1/items', target: targetOf(call), statusCode: 304 },
    })
  detector.finish()
  return detector.incidents.all.map(({ latest }) => latest.type)
}

/** Ten minutes of calls whose answer never changes, `gap` apart; of each ten one is kept, or as many as `kept` says. */
function typesIn(gap: (random: () => number) => number, seed: number, sampledShare = 0.1): string[] {
  const random = draws(seed)
  const detector = new LoopDetector()
  for (let atMs = start, n = 0; atMs < start + 600_000; atMs += gap(random), n += 1) {
    if (random() >= sampledShare) continue
    const span: Span = {
      traceId: `t${n}`,
      spanId: `s${n}`,
      parentSpanId: '',
      resource: { ...emptyResource, id: 'client', name: 'client' },
      name: 'GET',
      kind: 'client',
      status: 'unset',
      startMs: atMs,
      durationMs: 20,
      probability: sampledShare,
      links: [],
      facts: { method: 'GET', endpoint: 'flags/v1/all', statusCode: 304 },
    }
    detector.span(span)
  }
  detector.finish()
  return detector.incidents.all
    .filter(({ confirmedMinute }) => confirmedMinute !== undefined)
    .map(({ latest }) => latest.type)
}

const perMinute = 500
const even = (random: () => number) => (60_000 / perMinute) * (0.9 + 0.2 * random())
const byChance = (random: () => number) => (-Math.log(1 - random()) * 60_000) / perMinute
const seeds = Array.from({ length: 30 }, (_, seed) => seed + 1)

describe('calls that always get the same answer, one in ten of them seen', () => {
  it('are a polling loop where they keep a rhythm', () => {
    expect(seeds.map((seed) => typesIn(even, seed))).toEqual(seeds.map(() => ['api_polling_loop']))
  })
  it('are none where they come as chance has it', () => {
    expect(seeds.flatMap((seed) => typesIn(byChance, seed))).toEqual([])
  })
  it('are none where they ask for different things, however many more than are remembered', () => {
    expect(busyWith((call) => `shop/v1/items?page=${call}`)).toEqual([])
    expect(busyWith((call) => `shop/v1/items?page=${call % 4}`)).toEqual(['api_polling_loop'])
  })
  it('are not confirmed where too few are seen', () => {
    expect(seeds.flatMap((seed) => typesIn(byChance, seed, 0.02))).toEqual([])
    expect(seeds.flatMap((seed) => typesIn(even, seed, 0.02))).toEqual([])
  })
})

it('is one loop of all that poll one host, and counts what each of them asks', () => {
  const detector = new LoopDetector()
  const ask = (client: string, call: number, statusCode: number) =>
    detector.span({
      ...{ traceId: `${client}${call}`, spanId: 's', parentSpanId: '', name: 'GET', kind: 'client', status: 'unset' },
      ...{ resource: { ...emptyResource, id: 'relay', name: 'relay' }, startMs: start + call * 200, durationMs: 190 },
      ...{ probability: 1, links: [] },
      facts: { method: 'GET', endpoint: `devices/v1/${client}/commands`, target: `devices/v1/${client}`, statusCode },
    })
  for (let call = 0; call < 3000; call += 1) {
    ask('one', call, 204)
    ask('two', call, 204)
    ask('busy', call, call % 2 === 0 ? 200 : 204)
  }
  detector.finish()
  expect(detector.incidents.all).toMatchObject([{ confirmedMinute: expect.any(Number), worst: { volume: 3000 } }])
  expect(detector.incidents.all[0]?.worst.edges).toHaveLength(2)
})
