import { expect, it } from 'vitest'
import { dailyCost } from './daily-cost.ts'

it('is the same for the same seed, and clean before the planted day', () => {
  expect(dailyCost('one')).toEqual(dailyCost('one'))
  const [clean, shifted] = [dailyCost('one'), dailyCost('one', { plant: { kind: 'shift', size: 0.5 } })]
  const from = shifted.planted?.day ?? 0
  expect(shifted.values.slice(0, from)).toEqual(clean.values.slice(0, from))
  expect(shifted.values[from + 3]).toBeGreaterThan(1.2 * (clean.values[from + 3] ?? 0))
})

it('has months that begin on the first, and the requested rate of outliers', () => {
  const worlds = Array.from({ length: 200 }, (_, i) => dailyCost(`world-${i}`))
  const heavy = worlds.filter(({ heavyTails }) => heavyTails).length / 200
  expect(heavy).toBeGreaterThan(0.2)
  expect(heavy).toBeLessThan(0.4)
  for (const { start, monthStarts } of worlds) {
    for (const i of monthStarts) expect(new Date(start + i * 86_400_000).getUTCDate()).toBe(1)
  }
})

it('plants a spike of the given size on its day only, and a growing drift', () => {
  const clean = dailyCost('two').values
  const spike = dailyCost('two', { plant: { kind: 'spike', size: 1 } })
  const changedDays = spike.values.flatMap((value, i) => (value !== clean[i] ? [i] : []))
  expect(changedDays).toEqual([spike.planted?.day])
  const drift = dailyCost('two', { plant: { kind: 'drift', size: 0.02 } })
  expect((drift.values.at(-1) ?? 0) / (clean.at(-1) ?? 1)).toBeGreaterThan(1.5)
})
