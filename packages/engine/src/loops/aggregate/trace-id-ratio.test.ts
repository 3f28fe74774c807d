/** The rate of sampling that trace ids tell, as the samplers of the SDKs leave them. */
import { describe, expect, it } from 'vitest'
import { TraceIdRatio } from './trace-id-ratio.ts'

/** Random ids from a seed. */
function random(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
  const hex = (length: number) => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join('')
  return { hex, chance: (share: number) => next() < share }
}

const bits = (id: string, at: number, length = 16) => BigInt(`0x${id.slice(at, at + length)}`)
const share = (value: bigint, ratio: number, width: number) => value < BigInt(Math.floor(ratio * 2 ** width))

/** As the sources of the SDKs decide. */
const samplers: [string, (id: string, ratio: number) => boolean][] = [
  ['Go', (id, ratio) => share(bits(id, 16) >> 1n, ratio, 63)],
  ['Python', (id, ratio) => share(bits(id, 16), ratio, 64)],
  [
    'Java',
    (id, ratio) => {
      const low = BigInt.asIntN(64, bits(id, 16))
      return share(low < 0n ? -low : low, ratio, 63)
    },
  ],
  [
    'JavaScript',
    (id, ratio) =>
      [0, 8, 16, 24].reduce((sum, at) => (sum ^ Number.parseInt(id.slice(at, at + 8), 16)) >>> 0, 0) <
      Math.floor(ratio * 0xffffffff),
  ],
  ['consistent', (id, ratio) => bits(id, 18, 14) >= BigInt(Math.floor((1 - ratio) * 2 ** 56))],
]

function rateAfter(count: number, keep: (id: string) => boolean, seed = 1): number {
  const [rng, ratio] = [random(seed), new TraceIdRatio()]
  let rate = 1
  for (let kept = 0; kept < count; ) {
    const id = rng.hex(32)
    if (!keep(id)) continue
    rate = ratio.note('svc', id)
    kept += 1
  }
  return rate
}

describe('the rate that trace ids tell', () => {
  it.each(samplers)('is that of the sampler of %s', (_, sampler) => {
    for (const ratio of [0.5, 0.1, 0.01])
      expect(rateAfter(400, (id) => sampler(id, ratio)) / ratio).toSatisfy((off: number) => off > 0.95 && off < 1.03)
  })
  it('is one where every trace is kept, whatever the ids', () => {
    for (let seed = 0; seed < 300; seed += 1) expect(rateAfter(80, () => true, seed)).toBe(1)
  })
  it('is one where a sampler decides by chance', () => {
    const rng = random(7)
    expect(rateAfter(400, () => rng.chance(0.1))).toBe(1)
  })
  it('is one where ids are counted up, are no ids, or are too few', () => {
    const ratio = new TraceIdRatio()
    for (let i = 1; i < 200; i += 1) expect(ratio.note('a', i.toString(16).padStart(32, '0'))).toBe(1)
    for (let i = 1; i < 200; i += 1) expect(ratio.note('b', `trace-${i}`)).toBe(1)
    expect(rateAfter(29, (id) => share(bits(id, 16), 0.1, 64))).toBe(1)
  })
  it('forgets a bound that an id exceeds', () => {
    const [rng, ratio] = [random(8), new TraceIdRatio()]
    for (let i = 0; i < 40; i += 1) ratio.note('svc', `${rng.hex(16)}0${rng.hex(15)}`)
    expect(ratio.note('svc', `${rng.hex(16)}0${rng.hex(15)}`)).toBeLessThan(0.1)
    for (let i = 0; i < 40; i += 1) ratio.note('svc', rng.hex(32))
    expect(ratio.note('svc', rng.hex(32))).toBe(1)
  })
})
