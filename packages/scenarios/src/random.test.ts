import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash, noiseAt, random } from './random.ts'

const numbers = (seed: string, n = 5) => {
  const stream = random(seed)
  return Array.from({ length: n }, () => stream.next())
}

describe('random', () => {
  it('returns the same for the same seed, on every machine', () => {
    // Fixed values: a change here changes every demo and every expected figure.
    expect(numbers('northwind', 3).map((number) => number.toFixed(9))).toEqual([
      '0.405430667',
      '0.427941529',
      '0.909436089',
    ])
  })
  it('returns different values for another seed, and independent forks', () => {
    expect(numbers('a')).not.toEqual(numbers('b'))
    const stream = random('a')
    stream.next()
    expect(stream.fork('x').next()).toBe(random('a').fork('x').next())
  })
  it('stays within its bounds and fills them evenly', () => {
    const all = numbers('even', 20_000)
    const mean = all.reduce((a, b) => a + b, 0) / all.length
    expect(Math.min(...all)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...all)).toBeLessThan(1)
    expect(mean).toBeCloseTo(0.5, 1)
    const tenths = Array.from({ length: 10 }, (_, i) => all.filter((number) => Math.floor(number * 10) === i).length)
    for (const count of tenths) expect(Math.abs(count - 2_000)).toBeLessThan(200)
  })
  it('draws integers including both ends', () => {
    const stream = random('dice')
    const thrown = new Set(Array.from({ length: 200 }, () => stream.integer(1, 6)))
    expect([...thrown].sort()).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('noise', () => {
  it('returns the same at an index in any order, with a mean of zero', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(10_000), (label, index) => {
        const value = noiseAt(hash(label), index)
        expect(value).toBe(noiseAt(hash(label), index))
        expect(Math.abs(value)).toBeLessThanOrEqual(1)
      }),
    )
    const values = Array.from({ length: 10_000 }, (_, i) => noiseAt(hash('key'), i))
    expect(Math.abs(values.reduce((a, b) => a + b, 0) / values.length)).toBeLessThan(0.03)
  })
})
