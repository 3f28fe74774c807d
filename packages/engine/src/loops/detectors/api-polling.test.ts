/** Of calls kept one in ten, a rhythm is told from chance by what never happens in it: two calls close together. */
import type { Span } from '@kept/domain/span.ts'
import { describe, expect, it } from 'vitest'
import { nowhere } from '../aggregate/nodes.ts'
import { LoopWatch } from '../watch.ts'

const start = 1_772_524_800_000

function draws(seed: number): () => number {
  let state = seed * 48_271 + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Ten minutes of calls whose answer never changes, `gap` apart; of each ten one is kept, or as many as `kept` says. */
function typesIn(gap: (draw: () => number) => number, seed: number, kept = 0.1): string[] {
  const draw = draws(seed)
  const watch = new LoopWatch()
  for (let atMs = start, n = 0; atMs < start + 600_000; atMs += gap(draw), n += 1) {
    if (draw() >= kept) continue
    const span: Span = {
      traceId: `t${n}`,
      spanId: `s${n}`,
      parentSpanId: '',
      resource: { ...nowhere, id: 'client', name: 'client' },
      name: 'GET',
      kind: 'client',
      status: 'unset',
      startMs: atMs,
      durationMs: 20,
      probability: kept,
      links: [],
      facts: { method: 'GET', endpoint: 'flags/v1/all', statusCode: 304 },
    }
    watch.span(span)
  }
  watch.finish()
  return watch.incidents.all
    .filter(({ confirmedMinute }) => confirmedMinute !== undefined)
    .map(({ latest }) => latest.type)
}

const perMinute = 500
const even = (draw: () => number) => (60_000 / perMinute) * (0.9 + 0.2 * draw())
const byChance = (draw: () => number) => (-Math.log(1 - draw()) * 60_000) / perMinute
const seeds = Array.from({ length: 30 }, (_, seed) => seed + 1)

describe('calls that always get the same answer, one in ten of them seen', () => {
  it('are a polling loop where they keep a rhythm', () => {
    expect(seeds.map((seed) => typesIn(even, seed))).toEqual(seeds.map(() => ['api_polling_loop']))
  })
  it('are none where they come as chance has it', () => {
    expect(seeds.flatMap((seed) => typesIn(byChance, seed))).toEqual([])
  })
  it('are none for certain where too few are seen to tell', () => {
    expect(seeds.flatMap((seed) => typesIn(byChance, seed, 0.02))).toEqual([])
    expect(seeds.flatMap((seed) => typesIn(even, seed, 0.02))).toEqual([])
  })
})
