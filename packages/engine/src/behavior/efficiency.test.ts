import { describe, expect, it } from 'vitest'
import { efficiencyScore, utilization } from './efficiency.ts'
import { type Measured, nothingMeasured } from './measure.ts'

const measuredWith = (more: Partial<Measured>): Measured => ({ ...nothingMeasured(), running: 40, ...more })

describe('efficiencyScore', () => {
  it.each([
    ['all of it used', { used: 40 }, 0n, 100],
    ['nothing used, no waste outside of working hours', {}, 0n, 40],
    ['half of the working time used', { scheduled: 20, scheduledUsed: 10, used: 40 }, 0n, 70],
    ['a single quarter of working time, used', { scheduled: 1, scheduledUsed: 1, used: 1 }, 0n, 100],
    ['half used and never in working time', { used: 20 }, 0n, 70],
    ['waste of three kinds', { used: 40, waste: [4, 2, 2, 0] as Measured['waste'] }, 0n, 95],
    ['idle in working hours', { used: 40, waste: [0, 0, 0, 20] as Measured['waste'] }, 0n, 100],
    ['a third of the cost a zombie', { used: 40, cost: 300n }, 100n, 95],
    ['a zombie that cost nothing', { used: 40 }, 5n, 100],
    ['a third used', { used: 13.34 }, 0n, 60.01],
  ])('%s', (_, more, zombieCost, score) => {
    expect(efficiencyScore(measuredWith(more), zombieCost)).toBe(score)
  })
  it('needs eight hours', () => {
    expect(efficiencyScore(measuredWith({ running: 31, used: 31 }), 0n)).toBeNull()
    expect(efficiencyScore(measuredWith({ running: 32, used: 32 }), 0n)).toBe(100)
  })
})

describe('utilization', () => {
  it('is what was used of what ran', () => {
    expect(utilization(measuredWith({ used: 10 }))).toBe(0.25)
    expect(utilization(measuredWith({ running: 0, used: 0 }))).toBe(0)
  })
})
