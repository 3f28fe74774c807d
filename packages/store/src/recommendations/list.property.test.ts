/** The listed recommendations add up to their totals and to the headline, whatever the rules found. */
import type { Level, RecommendationDraft } from '@kept/domain/recommendation.ts'
import { add, compare, type Decimal, decimal } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readReconciliation } from '../ledger/reconciliation.ts'
import { openWorld, type World } from '../testing/world.ts'
import { dismissRecommendation } from './dismiss.ts'
import { listRecommendations, type RecommendationFilter } from './list.ts'
import { moveOneRecommendation } from './move.ts'
import { reopenRecommendation } from './reopen.ts'
import { saveEvaluation } from './save-evaluation.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rules = ['idle', 'rightsize', 'schedule'] as const

/** Every resource costs 100; the largest saving on it counts and the others name its rule, as the rules guarantee. */
const evaluation = fc
  .uniqueArray(
    fc.record({
      rule: fc.constantFrom(...rules),
      resource: fc.integer({ min: 1, max: 6 }),
      currency: fc.constantFrom('USD', 'EUR'),
      cents: fc.option(fc.integer({ min: 1, max: 10_000 }), { freq: 6 }),
      risk: fc.constantFrom<Level>('low', 'high'),
    }),
    { selector: ({ rule, resource, currency }) => `${rule} ${resource} ${currency}`, minLength: 1, maxLength: 20 },
  )
  .map((items) => {
    const leading = new Map<string, { rule: string; cents: number }>()
    for (const { rule, resource, currency, cents } of items) {
      if (cents === null) continue
      const key = `${currency} ${resource}`
      const before = leading.get(key)
      if (!before || cents > before.cents) leading.set(key, { rule, cents })
    }
    return items.map(({ rule, resource, currency, cents, risk }): RecommendationDraft => {
      const saving = cents === null ? null : decimal(cents / 100)
      const leader = leading.get(`${currency} ${resource}`)?.rule ?? ''
      return {
        ...{ rule, title: rule, summary: `${rule}.`, provider: 'AWS', billing_account_id: '1', sub_account_id: '2' },
        ...{ sub_account_name: '', region: 'us-east-1', service: 'EC2', resource_id: `r-${resource}` },
        ...{ resource_name: '', resource_type: '', currency, monthly_cost: '100', confidence: 0.8, risk },
        ...{ monthly_savings: saving, monthly_savings_low: saving, monthly_savings_high: saving },
        ...{ effort: 'low' as const, evidence: [], steps: ['Do it.'] },
        counted_in: saving === null || leader === rule ? '' : leader,
        fingerprint: `${rule} ${resource} ${currency}`,
      }
    })
  })

const filter: fc.Arbitrary<Omit<RecommendationFilter, 'status'>> = fc.record({
  rules: fc.option(fc.subarray([...rules], { minLength: 1 }), { nil: undefined }),
  minSaving: fc.constantFrom(undefined, '0.5', '40'),
  risk: fc.constantFrom<Level | undefined>(undefined, 'low', 'high'),
})

it('adds up to its totals and the headline, and never above what a resource costs', async () => {
  const { database, scope } = world
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      evaluation,
      fc.array(filter, { minLength: 4, maxLength: 4 }),
      fc.nat(),
      async (drafts, filters, n) => {
        run += 1
        const evaluatedAt = new Date(Date.UTC(2026, 5, 1) + run * 60_000)
        const actor = { actorName: 'Ada', now: evaluatedAt }
        await saveEvaluation(database, scope, {
          loadIds: [],
          recommendations: drafts,
          outcomes: [],
          evaluatedAt,
          notifyNew: () => undefined,
        })
        const { recommendations } = await listRecommendations(database, scope, { status: 'open' })
        const chosen = recommendations[n % Math.max(1, recommendations.length)]
        if (chosen && n % 3 === 0) {
          await dismissRecommendation(database, scope, chosen.id, { reason: 'needed', ...actor })
          await reopenRecommendation(database, scope, chosen.id, actor)
        }
        const alternative = recommendations.flatMap(({ alternatives }) => alternatives)[0]
        if (alternative && n % 3 === 1) {
          await moveOneRecommendation(database, scope, { id: alternative.id, move: 'accept', ...actor })
          await reopenRecommendation(database, scope, alternative.id, actor)
        }
        for (const more of [{}, ...filters]) {
          const list = await listRecommendations(database, scope, { status: 'open', ...more })
          const sums = new Map<string, Decimal>()
          const ofResource = new Map<string, Decimal>()
          for (const { currency, monthly_savings: saving, resource_id } of list.recommendations) {
            if (saving === null) continue
            sums.set(currency, add(sums.get(currency) ?? '0', saving))
            const key = `${currency} ${resource_id}`
            ofResource.set(key, add(ofResource.get(key) ?? '0', saving))
          }
          expect(new Map(list.totals.map((total) => [total.currency, total.monthly_savings]))).toEqual(sums)
          for (const amount of ofResource.values()) expect(compare(amount, '100')).toBeLessThan(1)
          if (Object.keys(more).length > 0) continue
          const { recommendations: headline } = await readReconciliation(database, scope)
          for (const { currency, monthly_savings, count } of headline) {
            expect(monthly_savings).toBe(sums.get(currency) ?? '0')
            expect(count).toBe(
              list.recommendations.filter((recommendation) => recommendation.currency === currency).length,
            )
          }
        }
      },
    ),
    { numRuns: 25, seed: 12, endOnFailure: true },
  )
})
