import { describe, expect, it } from 'vitest'
import { random } from '../random.ts'
import { billClasses, billWorld } from './bill-worlds.ts'
import { serviceClasses } from './service-classes.ts'
import { poisson, serviceWorld } from './service-worlds.ts'

const classOf = (label: string) => {
  const match = serviceClasses.find((entry) => entry.label === label)
  if (!match) throw new Error(`no class "${label}"`)
  return match
}

describe('classes of services', () => {
  it.each(serviceClasses.map((entry) => [entry.label, entry] as const))(
    '%s: deterministic, finite, of the stated length',
    (_label, serviceClass) => {
      for (const seed of ['1', '2', '3']) {
        const world = serviceWorld(serviceClass, seed, 30)
        expect(serviceWorld(serviceClass, seed, 30)).toEqual(world)
        expect(world.values).toHaveLength(world.pastDays + 30)
        expect(world.values.every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
        expect(world.values.some((value) => value > 0)).toBe(true)
      }
    },
  )

  it('keeps two in five of them for tests alone', () => {
    const share = serviceClasses.filter(({ isTestOnly }) => isTestOnly).length / serviceClasses.length
    expect(share).toBeGreaterThan(0.35)
    expect(share).toBeLessThan(0.6)
  })

  it('ends what has ended, and drops in the last days what drops', () => {
    const ended = serviceWorld(classOf('faded out'), '1', 30)
    expect(ended.values.slice(ended.pastDays - 4).every((value) => value === 0)).toBe(true)
    const { values, pastDays } = serviceWorld(classOf('drop in two steps'), '1', 30)
    const sumOf = (from: number) => values.slice(from, from + 14).reduce((sum, value) => sum + value, 0)
    expect(sumOf(pastDays) / sumOf(pastDays - 28)).toBeLessThan(0.75)
  })

  it('draws as many events as are expected', () => {
    for (const expected of [0.3, 5, 60, 900]) {
      const world = random(`poisson/${expected}`)
      const counts = Array.from({ length: 2000 }, () => poisson(world, expected))
      const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
      expect(Math.abs(mean / expected - 1)).toBeLessThan(0.1)
    }
  })
})

describe('bills of several services', () => {
  it.each(billClasses.map((entry) => [entry.label, entry] as const))(
    '%s: deterministic, of equal length',
    (_, entry) => {
      const bill = billWorld(entry, '1', 30)
      expect(billWorld(entry, '1', 30)).toEqual(bill)
      expect(bill.services.length).toBeGreaterThanOrEqual(entry.services[0])
      expect(bill.services.every(({ values }) => values.length === bill.pastDays + 30)).toBe(true)
    },
  )
})
