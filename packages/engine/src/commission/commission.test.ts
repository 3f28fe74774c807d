import { type CommissionRule, commissionRuleSchema } from '@kept/domain/commission.ts'
import type { EntryDraft } from '@kept/domain/saving.ts'
import { add, compare, subtract, sum } from '@kept/foundation/decimal.ts'
import { appendEntries, emptyChain } from '@kept/foundation/hash/chain.ts'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { exact, nanoText, toNano } from '../savings/exact.ts'
import { configUnder } from '../savings/month/billable.ts'
import { defaultRule } from '../testing/default-rule.ts'
import { defaultConfig, sha256 } from '../testing/savings-bill.ts'
import { type CommissionRequest, commissionOf } from './commission-line.ts'
import { ruleAt } from './rule-at.ts'

// Seconds of hashing, or many on a machine that is busy.
vi.setConfig({ testTimeout: 60_000 })

const nano = 1_000_000_000n
const draft: EntryDraft = {
  kind: 'accrual',
  part: 'usage',
  period: '2026-09',
  lineage: 'vm',
  action: 'stop',
  amount: '0',
  currency: 'USD',
  inputs_root: sha256(''),
  baseline_hash: null,
  code_version: '1',
  config_hash: sha256(''),
  refers_to: null,
}
const saved = (amount: bigint, more: Partial<EntryDraft> = {}): EntryDraft => ({
  ...draft,
  amount: String(amount),
  ...more,
})

function commission(
  drafts: EntryDraft[],
  rule: CommissionRule = defaultRule('USD'),
  more: Partial<CommissionRequest> = {},
) {
  const entries = appendEntries(emptyChain, drafts, sha256)
  return commissionOf({
    period: '2026-09',
    entries,
    earlier: [],
    actions: [],
    carriedBefore: 0n,
    rule,
    config: defaultConfig,
    ...more,
  })
}
const tiered = (mode: CommissionRule['mode']): CommissionRule => ({
  ...defaultRule('USD'),
  mode,
  tiers: [
    { from: '0', rate_ppm: 250_000 },
    { from: '10000', rate_ppm: 200_000 },
    { from: '50000', rate_ppm: 100_000 },
  ],
})

describe('the fee', () => {
  it('is a quarter: 30,000 saved is 7,500; 42,000 is 10,500 and 31,500 kept', () => {
    expect(commission([saved(30_000n * nano)]).line).toMatchObject({ fee: '7500', customer_net: '22500' })
    expect(commission([saved(42_000n * nano)]).line).toMatchObject({ fee: '10500', customer_net: '31500' })
  })

  it('is rounded once, half-even, to the smallest unit there is', () => {
    expect(commission([saved(50_688_000_000n)]).line.fee).toBe('12.67')
    expect(commission([saved(20_000_000n)]).line.fee).toBe('0')
    expect(commission([saved(60_000_000n)]).line.fee).toBe('0.02')
    expect(commission([saved(6n * nano, { currency: 'JPY' })], defaultRule('JPY')).line.fee).toBe('2')
    expect(commission([saved(6n * nano, { currency: 'KWD' })], defaultRule('KWD')).line.fee).toBe('1.5')
  })

  it('goes by slices or by the tier reached, as the rule says', () => {
    const amount = 60_000n * nano
    expect(commission([saved(amount)], tiered('graduated')).line).toMatchObject({
      fee: '11500',
      tiers: [
        { from: '0', amount: String(10_000n * nano), rate_ppm: 250_000 },
        { from: '10000', amount: String(40_000n * nano), rate_ppm: 200_000 },
        { from: '50000', amount: String(10_000n * nano), rate_ppm: 100_000 },
      ],
    })
    expect(commission([saved(amount)], tiered('volume')).line.fee).toBe('6000')
    expect(commission([saved(10_000n * nano)], tiered('volume')).line.fee).toBe('2000')
  })

  it('stops at the cap', () => {
    const capped = { ...defaultRule('USD'), monthly_cap: '1000' }
    expect(commission([saved(42_000n * nano)], capped).line).toMatchObject({
      fee: '1000',
      capped: true,
      customer_net: '41000',
    })
    expect(commission([saved(400n * nano)], capped).line).toMatchObject({ fee: '100', capped: false })
  })

  it('holds the cap over a month and its corrections, and gives back what a correction takes', () => {
    const rule = { ...defaultRule('USD'), monthly_cap: '1000' }
    const before = { billable: 3600n * nano, fee: 900n * nano }
    expect(commission([saved(3600n * nano)], rule, { before }).line).toMatchObject({
      ...{ fee: '100', capped: true, customer_net: '3500', tiers: [{ amount: String(7200n * nano) }] },
      before: { billable: String(3600n * nano), fee: '900' },
    })
    const full = { billable: 7200n * nano, fee: 1000n * nano }
    expect(commission([saved(-2000n * nano)], rule, { before: full }).line).toMatchObject({ fee: '0', capped: true })
    const credit = commission([saved(-5200n * nano)], rule, { before: full })
    expect(credit.line).toMatchObject({ fee: '-500', capped: false, shares: [{ action: 'stop', fee: '-500' }] })
    expect(credit.billable).toMatchObject({ billable: -5200n * nano, carriedAfter: 0n })
    // More than the month had is taken back whole, and the rest is carried.
    const more = commission([saved(-9000n * nano)], rule, { before: full })
    expect(more.line.fee).toBe('-1000')
    expect(more.billable.carriedAfter).toBe(1800n * nano)
  })

  it('nets losses, carries what is left, and never falls below zero', () => {
    const loss = commission([saved(10n * nano), saved(-30n * nano, { action: 'other' })])
    expect(loss.line.fee).toBe('0')
    expect(loss.billable).toMatchObject({ billable: 0n, carriedAfter: 20n * nano })
    const next = commission([saved(50n * nano)], defaultRule('USD'), { carriedBefore: 20n * nano })
    expect(next.line.fee).toBe('7.5')
    expect(next.billable).toMatchObject({ billable: 30n * nano, carriedAfter: 0n })
  })

  it('is owed for the months of its rule, and a reversal follows the entry it reverses', () => {
    const rule = { ...defaultRule('USD'), horizon_months: { terminate: 3 } }
    const action = {
      id: 'stop',
      kind: 'terminate',
      effective_time: '2026-07-01T00:00:00Z',
    } as CommissionRequest['actions'][number]
    const fee = (drafts: EntryDraft[], earlier: CommissionRequest['earlier'] = []) =>
      commission(drafts, rule, { actions: [action], earlier }).line
    expect(fee([saved(100n * nano, { period: '2026-09' })]).fee).toBe('25')
    expect(fee([saved(100n * nano, { period: '2026-10' })]).fee).toBe('0')
    const lateEntries = appendEntries(emptyChain, [saved(100n * nano, { period: '2026-10' })], sha256)
    const reversal = saved(-100n * nano, { kind: 'reversal', period: '2026-10', refers_to: lateEntries[0]!.hash })
    expect(fee([reversal], lateEntries).entries).toEqual([])
  })

  it('leaves out avoidance unless the contract bills it, and older fees always', () => {
    const avoided = saved(100n * nano, { part: 'avoidance' })
    expect(commission([avoided, saved(7n * nano, { kind: 'fee', part: null })]).line.fee).toBe('0')
    expect(
      commission([avoided], defaultRule('USD'), { config: { ...defaultConfig, bills_avoidance: true } }).line.fee,
    ).toBe('25')
  })

  it('bills avoidance under a rule that says so, whatever held before', () => {
    const rule = defaultRule('USD')
    expect(configUnder({ ...rule, bills_avoidance: true }, defaultConfig).bills_avoidance).toBe(true)
    expect(configUnder(rule, { ...defaultConfig, bills_avoidance: true }).bills_avoidance).toBe(false)
  })

  it('adds no two currencies', () => {
    expect(() => commission([saved(1n, { currency: 'EUR' })])).toThrow('never added')
    expect(() => commission([saved(1n, { currency: 'DBU' })], defaultRule('DBU'))).toThrow(
      'is not an ISO 4217 currency',
    )
  })

  it('takes the rule that holds in the month', () => {
    const old = defaultRule('USD')
    const newer = { ...old, version: 2, valid_from: '2026-08' }
    const corrected = { ...newer, version: 3 }
    expect(ruleAt([corrected, old, newer], '2026-07')).toBe(old)
    expect(ruleAt([corrected, old, newer], '2026-08')).toBe(corrected)
    expect(ruleAt([newer], '2026-07')).toBeUndefined()
  })

  it('refuses rules that cannot be worked out', () => {
    const isValidRule = (tiers: CommissionRule['tiers']) =>
      commissionRuleSchema.safeParse({ ...defaultRule('USD'), tiers }).success
    expect(isValidRule([{ from: '0', rate_ppm: 1 }])).toBe(true)
    expect(isValidRule([{ from: '5', rate_ppm: 1 }])).toBe(false)
    expect(
      isValidRule([
        { from: '0', rate_ppm: 1 },
        { from: '0', rate_ppm: 2 },
      ]),
    ).toBe(false)
    expect(isValidRule([{ from: '0', rate_ppm: 1_000_001 }])).toBe(false)
  })
})

describe('the laws of the fee', () => {
  const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
  const rules = fc.constantFrom(defaultRule('USD'), tiered('graduated'), tiered('volume'), {
    ...tiered('graduated'),
    monthly_cap: '5000',
  })

  it('between nothing and the billable, shares add up exactly, kept and fee make the whole', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 8 }), rules, (list, rule) => {
        const { line, billable } = commission(
          list.map((value, index) => saved(value, { action: `a${index}` })),
          rule,
        )
        expect(compare(line.fee, '0')).toBeGreaterThanOrEqual(0)
        expect(compare(line.fee, add(nanoText(billable.billable), '0.005'))).toBeLessThanOrEqual(0)
        expect(compare(add(line.fee, line.customer_net), nanoText(billable.billable))).toBe(0)
        if (line.shares.length > 0) expect(compare(sum(line.shares.map(({ fee }) => fee)), line.fee)).toBe(0)
        else expect(line.fee).toBe('0')
      }),
      { numRuns: 3000 },
    )
  })

  it('the default fee is a quarter, give or take half a cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 16n }), (saving) => {
        const difference = subtract(commission([saved(saving)]).line.fee, nanoText(saving / 4n))
        expect(Math.abs(Number(difference))).toBeLessThanOrEqual(0.005000001)
      }),
      { numRuns: 3000 },
    )
  })

  it('the statements of a month come to what one with all of them would have come to, and stay under its cap', () => {
    const runs = fc.array(fc.array(amount, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 6 })
    const loss = fc.bigInt({ min: 0n, max: 10n ** 14n })
    fc.assert(
      fc.property(runs, rules, loss, (months, rule, carriedLoss) => {
        let before: CommissionRequest['before']
        let carriedBefore = carriedLoss
        for (const run of months) {
          const drafts = run.map((value, index) => saved(value, { action: `a${index}` }))
          const { line, billable } = commission(drafts, rule, { before, carriedBefore })
          const fee = (before?.fee ?? 0n) + toNano(exact(line.fee))
          before = { billable: (before?.billable ?? 0n) + billable.billable, fee }
          carriedBefore = billable.carriedAfter
          // Never below nothing and never above the cap, on the way there either.
          expect(fee).toBeGreaterThanOrEqual(0n)
          if (rule.monthly_cap) expect(fee).toBeLessThanOrEqual(toNano(exact(rule.monthly_cap)))
          expect(compare(add(line.fee, line.customer_net), nanoText(billable.billable))).toBe(0)
          if (line.shares.length > 0) expect(compare(sum(line.shares.map((share) => share.fee)), line.fee)).toBe(0)
          else expect(line.fee).toBe('0')
        }
        const combined = commission(
          months.flat().map((value) => saved(value)),
          rule,
          { carriedBefore: carriedLoss },
        )
        expect(nanoText(before?.fee ?? 0n)).toBe(nanoText(toNano(exact(combined.line.fee))))
        expect(before?.billable).toBe(combined.billable.billable)
        expect(carriedBefore).toBe(combined.billable.carriedAfter)
      }),
      { numRuns: 1000 },
    )
  })

  it('more saved under graduated tiers never costs less', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.bigInt({ min: 0n, max: 10n ** 12n }), (base, more) => {
        const fee = (value: bigint) => commission([saved(value)], tiered('graduated')).line.fee
        expect(compare(fee(base + more), fee(base))).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 1000 },
    )
  })
})
