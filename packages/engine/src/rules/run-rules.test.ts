import type { Facts } from '@kept/domain/facts.ts'
import type { RecommendationDraft } from '@kept/domain/recommendation.ts'
import { add, compare, type Decimal, larger, sum, toNumber } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryFacts, mergeFacts } from '../testing/arbitrary-facts.ts'
import { commitment, factsOf, june, use, windowOf } from '../testing/facts.ts'
import { redoInCents } from '../testing/redo-calculation.ts'
import { allRules } from './all.ts'
import { defineRule } from './define-rule.ts'
import { beginWithCost, multiplyByShare } from './reading/calculation.ts'
import { runRules } from './run-rules.ts'

const evaluate = (facts: Facts) => runRules(allRules, { facts, window: june }).recommendations
const counted = (recommendations: RecommendationDraft[]) =>
  recommendations.filter((recommendation) => recommendation.counted_in === '')

describe('the laws, whatever a bill says', () => {
  it('keeps every saving between nothing and what the thing costs, low to high', () => {
    fc.assert(
      fc.property(arbitraryFacts('USD'), (facts) => {
        for (const {
          monthly_savings_low: low,
          monthly_savings: mid,
          monthly_savings_high: high,
          monthly_cost,
        } of evaluate(facts)) {
          expect(compare(monthly_cost, '0')).toBe(1)
          if (low === null || mid === null || high === null) {
            expect([low, mid, high]).toEqual([null, null, null])
          } else {
            expect([
              compare('0', low),
              compare(low, mid),
              compare(mid, high),
              compare(high, monthly_cost),
            ]).not.toContain(1)
          }
        }
      }),
    )
  })

  it('never saves more on a resource than the resource costs, all recommendations together', () => {
    fc.assert(
      fc.property(arbitraryFacts('USD'), (facts) => {
        const costs = new Map<string, Decimal>()
        for (const row of facts.resource_usage) {
          costs.set(row.resource_id, add(costs.get(row.resource_id) ?? '0', row.effective))
        }
        const saved = new Map<string, Decimal>()
        for (const { resource_id, monthly_savings_high, rule } of counted(evaluate(facts))) {
          // Data transfer is evaluated by days, which these random facts add to the resource’s own lines.
          if (!resource_id || !monthly_savings_high || !costs.has(resource_id) || rule === 'data-transfer-outlier')
            continue
          saved.set(resource_id, add(saved.get(resource_id) ?? '0', monthly_savings_high))
        }
        for (const [resource, amount] of saved) expect(compare(amount, costs.get(resource) ?? '0')).not.toBe(1)
      }),
    )
  })

  it('says the same whatever order the rows come in', () => {
    const shuffled = arbitraryFacts('USD').chain((facts) =>
      fc.shuffledSubarray(facts.resource_usage, { minLength: facts.resource_usage.length }).map((resource_usage) => ({
        facts,
        other: { ...facts, resource_usage, meter_day: [...facts.meter_day].reverse() },
      })),
    )
    fc.assert(
      fc.property(shuffled, ({ facts, other }) => {
        const money = (all: RecommendationDraft[]) =>
          all.map((recommendation) => [
            recommendation.fingerprint,
            recommendation.monthly_savings,
            recommendation.monthly_cost,
            recommendation.counted_in,
          ])
        expect(money(evaluate(other))).toEqual(money(evaluate(facts)))
      }),
    )
  })

  it('never lets one currency touch another', () => {
    fc.assert(
      fc.property(arbitraryFacts('USD'), arbitraryFacts('EUR'), (dollars, euros) => {
        const combined = evaluate(mergeFacts(dollars, euros))
        expect(combined.filter(({ currency }) => currency === 'USD')).toEqual(evaluate(dollars))
        expect(combined.filter(({ currency }) => currency === 'EUR')).toEqual(evaluate(euros))
      }),
    )
  })

  it('gives every recommendation its words, evidence and a fingerprint of its own', () => {
    fc.assert(
      fc.property(arbitraryFacts('USD'), (facts) => {
        const recommendations = evaluate(facts)
        expect(new Set(recommendations.map(({ fingerprint }) => fingerprint)).size).toBe(recommendations.length)
        for (const { summary, evidence, steps, confidence } of recommendations) {
          expect(summary).toMatch(/[.)]$/)
          expect(summary).not.toMatch(/undefined|NaN|null/)
          expect(evidence.length).toBeGreaterThan(1)
          for (const { label, value } of evidence) expect(`${label}: ${value}`).not.toMatch(/undefined|NaN/)
          expect(steps.length).toBeGreaterThan(0)
          expect(confidence).toBeGreaterThan(0)
          expect(confidence).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('shows a calculation that gives each saving to the cent, from its own figures', () => {
    fc.assert(
      fc.property(
        arbitraryFacts('USD'),
        fc.constantFrom(june, windowOf('2026-06-01', '2026-06-12')),
        (facts, window) => {
          for (const recommendation of runRules(allRules, { facts, window }).recommendations) {
            const redone = redoInCents(recommendation)
            if (recommendation.monthly_savings === null) expect(redone).toBeUndefined()
            else
              expect([recommendation.rule, centsApart(recommendation.monthly_savings, redone)]).toEqual([
                recommendation.rule,
                0,
              ])
          }
        },
      ),
    )
  })

  it('is tried on rules of every kind: bill, metrics, inventory', () => {
    const rules = new Set(
      fc
        .sample(arbitraryFacts('USD'), { numRuns: 200, seed: 7 })
        .flatMap(evaluate)
        .map(({ rule }) => rule),
    )
    for (const rule of ['idle-instance', 'rightsize-instance', 'unattached-volume', 'idle-stream', 'prompt-caching']) {
      expect([...rules]).toContain(rule)
    }
    expect(rules.size).toBeGreaterThan(25)
  })

  it('is never silent: each rule found something or says why not', () => {
    fc.assert(
      fc.property(arbitraryFacts('USD'), (facts) => {
        const { outcomes } = runRules(allRules, { facts, window: june })
        expect(outcomes.map(({ rule }) => rule)).toEqual(allRules.map(({ id }) => id))
        for (const { recommendations, skip_reasons } of outcomes)
          expect(recommendations > 0 || skip_reasons.length > 0).toBe(true)
      }),
    )
  })
})

/** Zero when an amount of six decimals and one in cents are the same to the cent, whichever way a half is rounded. */
function centsApart(amount: Decimal, cents: bigint | undefined): number {
  if (cents === undefined) return Number.NaN
  const apart = Math.abs(toNumber(amount) * 100 - Number(cents))
  return apart <= 0.5001 ? 0 : apart
}

/** A rule that says what the test wants, about the lines of one meter. */
function ruleSaying(id: string, part: string, share: (cost: Decimal) => Decimal) {
  return defineRule({
    id,
    title: 'A rule made for a test',
    description: 'It says what the test wants, so that the laws can be seen at work on it.',
    noun: { singular: 'line', plural: 'lines' },
    providers: ['any'],
    needs: ['resource_usage'],
    thresholds: {},
    effort: 'low',
    risk: 'low',
    reversible: true,
    permissions: [],
    evaluate: ({ resource_usage }) => ({
      evaluatedCount: resource_usage.length,
      skipReasons: [],
      candidates: resource_usage.map((row) => {
        const { currency, provider, billing_account_id, sub_account_id, sub_account_name, region, service } = row
        const { resource_id, resource_name, resource_type } = row
        const saving = share(row.effective)
        return {
          location: {
            currency,
            provider,
            billing_account_id,
            sub_account_id,
            sub_account_name,
            region,
            service,
            resource_id,
            resource_name,
            resource_type,
          },
          part,
          summary: 'It says so.',
          cost: row.effective,
          saving: [
            beginWithCost('What the test wants', saving, currency),
            multiplyByShare('Range', { low: 0, mid: 1, high: 1 }),
          ],
          confidence: 0.5,
          evidence: [{ label: 'Meter', value: row.meter }],
          steps: ['Nothing.'],
        }
      }),
    }),
  })
}

const all = (cost: Decimal) => cost
const ten = () => '10'
const machine = factsOf({ resource_usage: [use({ effective: '31' })] })

describe('months', () => {
  it('scales a window of 31 days to 30 and says which days it saw', () => {
    const [recommendation] = runRules([ruleSaying('a', '', all)], {
      facts: machine,
      window: windowOf('2018-10-01', '2018-11-01'),
    }).recommendations
    expect(recommendation).toMatchObject({ monthly_cost: '30', monthly_savings: '30' })
    expect(recommendation?.evidence.find(({ label }) => label.startsWith('Period'))?.value).toBe(
      'October 2018 (31 days)',
    )
  })
  it('takes a window of a day for a week, not for a month of such days', () => {
    const [recommendation] = runRules([ruleSaying('a', '', all)], {
      facts: machine,
      window: windowOf('2018-10-01', '2018-10-02'),
    }).recommendations
    expect(recommendation?.monthly_cost).toBe('132.857143')
  })
})

describe('overlaps', () => {
  it('counts the larger of two that want the same money, and keeps the other', () => {
    const recommendations = runRules([ruleSaying('ten', '', ten), ruleSaying('whole', '', all)], {
      facts: machine,
      window: june,
    }).recommendations
    expect(recommendations.map((recommendation) => [recommendation.rule, recommendation.counted_in])).toEqual([
      ['whole', ''],
      ['ten', 'whole'],
    ])
  })
  it('counts two that draw on different parts, as long as both fit into the cost', () => {
    const ins = (share: (cost: Decimal) => Decimal) =>
      runRules([ruleSaying('disk', 'disk', ten), ruleSaying('machine', 'machine', share)], {
        facts: machine,
        window: june,
      }).recommendations.map(({ counted_in }) => counted_in)
    expect(ins(ten)).toEqual(['', ''])
    expect(ins(all)).toEqual(['', 'machine'])
  })
})

describe('confidence and effort', () => {
  const evaluated = (overrides: Parameters<typeof use>[0]) => {
    const [recommendation] = runRules([ruleSaying('a', '', all)], {
      facts: factsOf({ resource_usage: [use({ effective: '31', ...overrides })] }),
      window: june,
    }).recommendations
    return [recommendation?.confidence, recommendation?.effort]
  }
  it('are those of the rule where two weeks were seen and nothing makes the resource', () => {
    expect(evaluated({})).toEqual([0.5, 'low'])
    expect(evaluated({ tags: { team: 'shop' } })).toEqual([0.5, 'low'])
  })
  it('follow what was seen: few days, a template, many small ones', () => {
    expect(evaluated({ days: 7 })).toEqual([0.43, 'low'])
    expect(evaluated({ tags: { 'aws:cloudformation:stack-name': 'shop' } })).toEqual([0.5, 'medium'])
    const manyLines = factsOf({
      resource_usage: Array.from({ length: 30 }, (_, i) => use({ resource_id: `r-${i}`, effective: '0.3' })),
    })
    expect(runRules([ruleSaying('a', '', all)], { facts: manyLines, window: june }).recommendations[0]?.effort).toBe(
      'medium',
    )
  })
})

describe('small ones', () => {
  const lines = (n: number, effective: string) =>
    factsOf({ resource_usage: Array.from({ length: n }, (_, i) => use({ resource_id: `r-${i}`, effective })) })
  it('are gathered when together they matter, with the sum exact', () => {
    const { recommendations } = runRules([ruleSaying('a', '', all)], { facts: lines(30, '0.333333'), window: june })
    expect(recommendations).toHaveLength(1)
    expect(recommendations[0]).toMatchObject({ monthly_savings: '9.99999', resource_id: '', resource_name: '30 lines' })
  })
  it('are measured by what the currency’s unit is worth', () => {
    const recommendationCount = (currency: string) =>
      runRules([ruleSaying('a', '', all)], {
        facts: factsOf({ resource_usage: [use({ currency, effective: '99' })] }),
        window: june,
      }).recommendations.length
    expect([recommendationCount('USD'), recommendationCount('JPY')]).toEqual([1, 0])
  })
  it('are counted in words when not', () => {
    const { recommendations, outcomes } = runRules([ruleSaying('a', '', all)], { facts: lines(3, '0.3'), window: june })
    expect(recommendations).toEqual([])
    expect(outcomes[0]?.skip_reasons).toEqual([
      '3 lines not listed: too small, or counted in another recommendation. Together $0.90 a month.',
    ])
  })
})

it('adds the whole of what can be saved without counting a cent twice', () => {
  const facts = factsOf({
    resource_usage: [
      use({
        resource_id: 'i-1',
        meter: 'BoxUsage:m4.large',
        instance_type: 'm4.large',
        tags: { env: 'dev' },
        effective: '72',
      }),
      use({ resource_id: 'ip-1', meter: 'ElasticIP:IdleAddress', effective: '3.6' }),
    ],
    commitment_usage: [commitment({ effective_used: '10', effective_unused: '10' })],
  })
  const total = sum(counted(evaluate(facts)).map(({ monthly_savings }) => larger(monthly_savings ?? '0', '0')))
  expect(total).toBe('16.48') // 2.88 + 3.6 + 10
})
