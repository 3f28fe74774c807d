/** The law of the list: what is listed adds up to its totals and to the headline, whatever the rules found. */
import { add, compare, type Decimal, decimal } from '@kept/domain/decimal.ts'
import type { FindingDraft, Level } from '@kept/domain/finding.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readStanding } from '../ledger/standing.ts'
import { openWorld, type World } from '../testing/world.ts'
import { dismissFinding } from './dismiss.ts'
import { type FindingFilter, listFindings } from './list.ts'
import { moveOneFinding } from './move.ts'
import { reopenFinding } from './reopen.ts'
import { saveVerdict } from './save-verdict.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const rules = ['idle', 'rightsize', 'schedule'] as const

/** Every resource costs 100; the largest saving on it counts and the others name its rule, as the laws of the rules do. */
const verdict = fc
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
  .map((found) => {
    const leading = new Map<string, { rule: string; cents: number }>()
    for (const { rule, resource, currency, cents } of found) {
      if (cents === null) continue
      const key = `${currency} ${resource}`
      const before = leading.get(key)
      if (!before || cents > before.cents) leading.set(key, { rule, cents })
    }
    return found.map(({ rule, resource, currency, cents, risk }): FindingDraft => {
      const saving = cents === null ? null : decimal(cents / 100)
      const leader = leading.get(`${currency} ${resource}`)?.rule ?? ''
      return {
        ...{ rule, title: rule, summary: `${rule}.`, provider: 'AWS', billing_account_id: '1', sub_account_id: '2' },
        ...{ sub_account_name: '', region: 'us-east-1', service: 'EC2', resource_id: `r-${resource}` },
        ...{ resource_name: '', resource_type: '', currency, monthly_cost: '100', confidence: 0.8, risk },
        ...{ monthly_saving: saving, monthly_saving_low: saving, monthly_saving_high: saving },
        ...{ effort: 'low' as const, evidence: [], steps: ['Do it.'] },
        counted_in: saving === null || leader === rule ? '' : leader,
        fingerprint: `${rule} ${resource} ${currency}`,
      }
    })
  })

const filter: fc.Arbitrary<Omit<FindingFilter, 'status'>> = fc.record({
  rules: fc.option(fc.subarray([...rules], { minLength: 1 }), { nil: undefined }),
  leastSaving: fc.constantFrom(undefined, '0.5', '40'),
  risk: fc.constantFrom<Level | undefined>(undefined, 'low', 'high'),
})

it('adds up to its totals and the headline, and never above what a resource costs', async () => {
  const { database, scope } = world
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      verdict,
      fc.array(filter, { minLength: 4, maxLength: 4 }),
      fc.nat(),
      async (drafts, filters, n) => {
        run += 1
        const judgedAt = new Date(Date.UTC(2026, 5, 1) + run * 60_000)
        const by = { by: 'Ada', now: judgedAt }
        await saveVerdict(database, scope, {
          loadIds: [],
          findings: drafts,
          outcomes: [],
          judgedAt,
          tell: () => undefined,
        })
        const { findings } = await listFindings(database, scope, { status: 'open' })
        const chosen = findings[n % Math.max(1, findings.length)]
        if (chosen && n % 3 === 0) {
          await dismissFinding(database, scope, chosen.id, { reason: 'needed', ...by })
          await reopenFinding(database, scope, chosen.id, by)
        }
        const alternative = findings.flatMap(({ alternatives }) => alternatives)[0]
        if (alternative && n % 3 === 1) {
          await moveOneFinding(database, scope, { id: alternative.id, move: 'accept', ...by })
          await reopenFinding(database, scope, alternative.id, by)
        }
        for (const more of [{}, ...filters]) {
          const list = await listFindings(database, scope, { status: 'open', ...more })
          const sums = new Map<string, Decimal>()
          const ofResource = new Map<string, Decimal>()
          for (const { currency, monthly_saving: saving, resource_id } of list.findings) {
            if (saving === null) continue
            sums.set(currency, add(sums.get(currency) ?? '0', saving))
            const key = `${currency} ${resource_id}`
            ofResource.set(key, add(ofResource.get(key) ?? '0', saving))
          }
          expect(new Map(list.totals.map((total) => [total.currency, total.monthly_saving]))).toEqual(sums)
          for (const amount of ofResource.values()) expect(compare(amount, '100')).toBeLessThan(1)
          if (Object.keys(more).length > 0) continue
          const { findings: headline } = await readStanding(database, scope)
          for (const { currency, monthly_saving, count } of headline) {
            expect(monthly_saving).toBe(sums.get(currency) ?? '0')
            expect(count).toBe(list.findings.filter((finding) => finding.currency === currency).length)
          }
        }
      },
    ),
    { numRuns: 25, seed: 12, endOnFailure: true },
  )
})
