import { describe, expect, it } from 'vitest'
import { calendarClasses, levelClasses } from './cost-classes.ts'
import { costWorld } from './cost-worlds.ts'

const all = [...calendarClasses, ...levelClasses]

describe('classes of daily cost', () => {
  it.each(all.map((costClass) => [costClass.label, costClass] as const))(
    '%s: deterministic, finite, of the stated length',
    (_label, costClass) => {
      for (const seed of ['1', '2', '3']) {
        const world = costWorld(costClass, seed, 30)
        expect(costWorld(costClass, seed, 30)).toEqual(world)
        expect(world.values).toHaveLength(world.pastDays + 30)
        expect(world.pastDays).toBeGreaterThanOrEqual(costClass.days[0])
        expect(world.pastDays).toBeLessThanOrEqual(costClass.days[1])
        expect(world.values.every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
      }
    },
  )

  it('keeps about half of them for tests alone', () => {
    const share = all.filter(({ isTestOnly }) => isTestOnly).length / all.length
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThan(0.6)
  })

  it('charges the 15th on the 15th', () => {
    const costClass = calendarClasses.find(({ label }) => label === 'the 15th')
    const { start, values } = costWorld({ ...costClass!, noise: [0, 0] }, '1', 0)
    const highest = values.indexOf(Math.max(...values))
    expect(new Date(start + highest * 86_400_000).getUTCDate()).toBe(15)
  })
})
