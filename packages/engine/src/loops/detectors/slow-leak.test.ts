/** A leak of a day is found; a level that wanders as far by chance is not, whatever it looks like at its end. */
import { defaultRules } from '@kept/domain/loop-rule.ts'
import { describe, expect, it } from 'vitest'
import { emptyResource } from '../aggregate/nodes.ts'
import { LoopDetector } from '../loop-detector.ts'

const start = 1_772_524_800_000
const stepMinutes = 5

/** Numbers as noise is, from a seed: minimal standard generator, normal by Box and Muller. */
function noiseOf(seed: number): () => number {
  let state = seed * 48_271 + 1
  const next = () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
  return () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
}

function alarmsIn(hours: number, level: (minute: number) => number): number {
  const detector = new LoopDetector({
    rules: defaultRules().filter(({ loop_type }) => loop_type === 'memory_leak_loop'),
  })
  const resource = { ...emptyResource, id: 'svc', name: 'svc' }
  const point = { resource, series: '', unit: '', kind: 'gauge' as const }
  for (let minute = 0; minute < hours * 60; minute += stepMinutes) {
    const timeMs = start + minute * 60_000
    detector.metric({ ...point, metric: 'memory_usage_mb', timeMs, value: level(minute) })
    detector.metric({ ...point, metric: 'memory_limit_mb', timeMs, value: 4096 })
  }
  detector.finish()
  return detector.incidents.all.filter(({ confirmedMinute }) => confirmedMinute !== undefined).length
}

describe('a slow leak', () => {
  it('is found within a day where its growth is plain', () => {
    const noise = noiseOf(1)
    expect(alarmsIn(26, (minute) => 500 + (minute / 1440) * 400 + 10 * noise())).toBe(1)
  })
  it('is found beneath a tide of the day, against the day before', () => {
    const noise = noiseOf(2)
    const tide = (minute: number) => 150 * Math.sin((2 * Math.PI * minute) / 1440)
    expect(alarmsIn(60, (minute) => 1200 + tide(minute) + (minute / 1440) * 400 + 10 * noise())).toBe(1)
  })
  it('is not a level that drifts about and comes back, in a hundred days of it', () => {
    const alarms = Array.from({ length: 50 }, (_, seed) => {
      const noise = noiseOf(100 + seed)
      let drift = 0
      return alarmsIn(48, () => {
        drift += 6 * noise() - drift * 0.004
        return 1200 + drift + 10 * noise()
      })
    })
    expect(alarms.reduce((sum, count) => sum + count, 0)).toBe(0)
  })
})
