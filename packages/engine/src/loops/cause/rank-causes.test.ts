import { describe, expect, it } from 'vitest'
import { emptyResource } from '../aggregate/nodes.ts'
import { evaluationOf, feature, type LoopEvaluation } from '../evaluation.ts'
import type { Circumstances } from './causes.ts'
import { evidenceScore, incidentProbability, loopProbability, rankCauses } from './confidence.ts'

const evaluationWith = (overrides: Partial<LoopEvaluation> = {}): LoopEvaluation =>
  evaluationOf({
    type: 'recursive_function',
    resource: emptyResource,
    threshold: 100,
    minutes: 5,
    volume: 100,
    features: [feature('depth', 20, true, '20 levels deep')],
    ...overrides,
  })
const noCircumstances: Circumstances = {
  sinceDeploy: undefined,
  sinceConfiguration: undefined,
  failing: 0,
  upstreamFailing: false,
  throughStore: false,
  limitKnown: false,
  killed: false,
  features: [],
}

describe('evidenceScore', () => {
  const base = evidenceScore(evaluationWith())
  it.each([
    ['evidence that is missing', { features: [feature('depth', 2, false, '2 levels deep')] }],
    ['evidence that could not be measured', { features: [feature('depth', Number.NaN, true, 'depth unknown')] }],
    ['a volume below its threshold', { gate: false }],
    ['an exclusion', { excludedBy: 'bulk processing' }],
    ['quiet', { isQuiet: true }],
    ['no volume at all', { volume: 0, gate: true, isQuiet: false }],
  ])('is lower with %s', (_, overrides) => {
    expect(evidenceScore(evaluationWith(overrides))).toBeLessThan(base)
  })
  it('adds up over all evidence', () => {
    const two = evaluationWith({ features: [feature('a', 1, true, 'a'), feature('b', 1, true, 'b')] })
    const none = evaluationWith({ features: [] })
    expect(evidenceScore(two) - base).toBeCloseTo(base - evidenceScore(none), 9)
    expect(evidenceScore(two)).toBeGreaterThan(base)
  })
})

describe('incidentProbability', () => {
  it('is sure of nothing that held in one minute only', () => {
    const worst = evaluationWith()
    expect(incidentProbability({ worst, confirmedMinute: 5 })).toBe(loopProbability(worst))
    expect(incidentProbability({ worst, confirmedMinute: undefined })).toBe(0.6)
  })
})

describe('loopProbability', () => {
  it.each(['over_usual', 'minutes_left', 'near_end', 'began'])('is sure of nothing whose %s is unknown', (name) => {
    const withValue = (value: number) =>
      loopProbability(evaluationWith({ features: [...evaluationWith().features, feature(name, value, true, '')] }))
    expect(withValue(9)).toBeGreaterThan(0.95)
    expect(withValue(Number.NaN)).toBe(0.4)
  })
  it('is above a half for a confirmed loop, near none for an excluded one, and never falls with more evidence', () => {
    expect(loopProbability(evaluationWith())).toBeGreaterThan(0.5)
    expect(loopProbability(evaluationWith({ excludedBy: 'bulk processing' }))).toBeLessThan(0.05)
    const missing = (count: number) => Array.from({ length: count }, (_, i) => feature(`m${i}`, 0, false, 'missing'))
    const held = (count: number) => Array.from({ length: count }, (_, i) => feature(`h${i}`, 1, true, 'held'))
    const probabilities = [missing(9), missing(4), missing(1), [], held(1), held(2), held(4), held(9)].map((features) =>
      loopProbability(evaluationWith({ features })),
    )
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => a - b))
    expect(probabilities.every((probability) => probability > 0 && probability < 1)).toBe(true)
    // Beyond either end of what was calibrated the probability stays what it is there.
    expect([probabilities[0], probabilities.at(-1)]).toEqual([0.01, 0.985])
  })
})

describe('rankCauses', () => {
  const ranked = (circumstances: Partial<Circumstances>, type: LoopEvaluation['type'] = 'recursive_function') =>
    rankCauses(evaluationWith({ type }), { ...noCircumstances, ...circumstances })

  it('gives the three likeliest, the likeliest first', () => {
    expect(ranked({ throughStore: true }).map(({ id }) => id)).toEqual(['same_store', 'no_end', 'recent_change'])
    const four = ranked({ upstreamFailing: true }, 'infinite_retry')
    expect(four).toHaveLength(3)
    expect(four[0]?.id).toBe('upstream_outage')
  })
  it('hands out probabilities that add up to one and fall', () => {
    for (const circumstances of [
      {},
      { throughStore: true },
      { sinceDeploy: 5 },
      { sinceDeploy: 5, throughStore: true },
    ]) {
      const probabilities = ranked(circumstances).map(({ probability }) => probability)
      expect(probabilities.reduce((sum, probability) => sum + probability, 0)).toBeCloseTo(1, 9)
      expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a))
    }
  })
  it('is certain of the only cause there is', () => {
    expect(ranked({}, 'custom_pattern').map(({ share, probability }) => [share, probability])).toEqual([[1, 0.9966]])
  })
})
