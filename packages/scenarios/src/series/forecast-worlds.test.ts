import { expect, it } from 'vitest'
import { forecastWorld, worldKinds } from './forecast-worlds.ts'

it.each(worldKinds.map((kind) => [kind.label, kind] as const))(
  '%s: deterministic, with the stated lengths',
  (_words, kind) => {
    for (const seed of ['1', '2', '3', '4', '5']) {
      const world = forecastWorld(kind, seed)
      expect(forecastWorld(kind, seed)).toEqual(world)
      expect(world.future).toHaveLength(kind.horizon)
      expect(world.past.length).toBeGreaterThanOrEqual(kind.lengths[0])
      expect(world.past.length).toBeLessThanOrEqual(kind.lengths[1])
      expect([...world.past, ...world.future].every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
    }
    expect(forecastWorld(kind, '1')).not.toEqual(forecastWorld(kind, '2'))
  },
)
