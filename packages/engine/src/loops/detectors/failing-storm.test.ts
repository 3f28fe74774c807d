/** Attempts that nothing ties together: nearly all fail, five times as many as while they succeeded. */
import { describe, expect, it } from 'vitest'
import { fewTargets, type MinuteFacts, type NodeMinute } from '../aggregate/minute-facts.ts'
import { Nodes } from '../aggregate/nodes.ts'
import { RateHistory } from '../aggregate/rate-history.ts'
import { defaultRule, observedView, spanOf, viewMinute } from '../testing/observed-view.ts'
import { View } from '../view.ts'
import { stormsFromSpans } from './failing-storm.ts'

const rule = defaultRule('infinite_retry')
const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
const unmet = (features: readonly { name: string; is_met: boolean }[] | undefined) =>
  features?.filter(({ is_met }) => !is_met).map(({ name }) => name)

describe('storms in spans', () => {
  const nodes = new Nodes(9)
  const node = nodes.idOf(spanOf({ name: 'charge', kind: 'consumer' }))
  const quiet: NodeMinute = {
    ...{ spanCount: 0, visits: 0, failures: 0, durationMs: 0, roots: 0, iterations: 0, continued: 0, served: 0 },
    ...{ maxDepth: 0, maxRepeats: 0, maxCarried: 0, cyclicTraces: 0, traces: 0, deepestTrace: 't', memoryMb: 0 },
  }
  /** `healthy` runs a minute before the window, one minute of the window, and others that add nothing. */
  function evaluate(minute: Partial<NodeMinute>, healthy: number | undefined, lasts = minutes) {
    const rates = new RateHistory(9)
    if (healthy !== undefined) {
      for (let past = 0; past < 5; past += 1) rates.note(node, viewMinute - minutes - past, healthy, 0)
    }
    const { series, history, recent } = observedView({
      facts: new Map(
        Array.from({ length: lasts }, (_, past) => [
          viewMinute - past,
          (facts: MinuteFacts) => facts.nodes.set(node, { ...quiet, ...(past === 0 ? minute : {}) }),
        ]),
      ),
    })
    const seen = { minute: viewMinute, webhookNodes: new Set<number>(), deploys: new Map<string, number>() }
    const view = new View({ ...seen, nodes, series, history, rates, recent })
    return stormsFromSpans({ view, rule })
  }
  const failing = (count: number) => ({ visits: count, failures: count, spanCount: count, durationMs: 2 * count })

  it('are what exceeds the healthy rate', () => {
    const [storm] = evaluate(failing(threshold + 2 * minutes), 2)
    expect(storm).toMatchObject({ volume: threshold, gate: true, shape: true, excludedBy: null })
    expect(storm?.metrics).toMatchObject({ iterations: threshold, perMinute: threshold / minutes, avgMs: 2 })
  })
  const many = new Set(Array.from({ length: fewTargets }, (_, index) => `device-${index}`))
  it.each([
    [
      'nothing is known of before, and requests asked for it',
      { ...failing(2 * threshold), served: threshold },
      undefined,
    ],
    [
      'nothing is known of before, and many things were tried',
      { ...failing(2 * threshold), failedTargets: many },
      undefined,
    ],
    ['fewer than half of the threshold fail', failing(Math.ceil(threshold / 2) - 1), 1],
    ['more than a tenth succeeds', { ...failing(2 * threshold), failures: 1.8 * threshold - 1 }, 1],
  ])('are none where %s', (_, minute, healthy) => {
    expect(evaluate(minute, healthy)).toEqual([])
  })
  it('last: what fails for three minutes may be a deploy of another', () => {
    expect(evaluate(failing(threshold + 2 * minutes), 2, 4)[0]?.shape).toBe(true)
    expect(unmet(evaluate(failing(threshold + 2 * minutes), 2, 3)[0]?.features)).toEqual(['lasts'])
  })
  it('try the same things: as many messages that fail once each may be new ones', () => {
    const things = (count: number) => new Set(Array.from({ length: count }, (_, index) => `id-${index}`))
    const storm = (count: number) =>
      evaluate({ ...failing(threshold + 50), thingFailures: threshold + 50, failedThings: things(count) }, 2)[0]
    expect(unmet(storm(fewTargets - 1)?.features)).toEqual([])
    expect(unmet(storm(Math.floor((threshold + 50) / 5))?.features)).toEqual([])
    const [feature, ...others] = (storm(Math.ceil((threshold + 51) / 4))?.features ?? []).filter(
      ({ is_met }) => !is_met,
    )
    expect(others).toEqual([])
    expect(feature).toMatchObject({ name: 'same_things', isMeasured: false })
  })
  it('are only suspected where they never succeeded, unless a client tries one thing by itself', () => {
    const never = (more: Partial<NodeMinute>) => evaluate({ ...failing(2 * threshold), ...more }, undefined)[0]
    expect(never({})).toMatchObject({ gate: true, partial: true, shape: false })
    expect(unmet(never({ failedTargets: new Set(['db']) })?.features)).toEqual(['attempts_per_operation'])
    const alone = { roots: 2 * threshold }
    expect(unmet(never({ ...alone, failedTargets: new Set(['']) })?.features)).toEqual(['attempts_per_operation'])
    expect(never({ ...alone, failedTargets: new Set(['db']) })).toMatchObject({ shape: true, volume: 2 * threshold })
  })
  it('run five times as often as usual', () => {
    const baselineRate = (times: number) => (2 * threshold) / minutes / times
    expect(unmet(evaluate(failing(2 * threshold), baselineRate(5))[0]?.features)).toEqual([])
    expect(unmet(evaluate(failing(2 * threshold), baselineRate(4.9))[0]?.features)).toEqual(['attempts_per_operation'])
  })
  it('are none where requests from outside decide', () => {
    const served = (share: number) => ({ ...failing(1000 * threshold), served: share * 1000 * threshold })
    expect(evaluate(served(0.2), 1)[0]?.excludedBy).toBeNull()
    expect(evaluate(served(0.201), 1)[0]?.excludedBy).toContain('requests from outside')
  })
})
