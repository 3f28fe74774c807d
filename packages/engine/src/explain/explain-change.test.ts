import type { CellSide, CostCell, CurrencyExplanation } from '@kept/domain/explanation.ts'
import type { ExplanationTerm } from '@kept/domain/explanation-terms.ts'
import { isZero, subtract, sum } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExplainRequest, explainChange } from './explain-change.ts'

const base: CostCell = {
  currency: 'USD',
  provider: 'AWS',
  sub_account: '11',
  service: 'EC2',
  region: 'us-east-1',
  resource: 'i-1',
  resource_name: '',
  sku: 'large',
  meter: 'BoxUsage:large',
  unit: 'Hrs',
  category: 'Usage',
  frequency: 'Usage-Based',
  class: '',
  commitment: 'none',
  resources: 1,
  is_in_previous: true,
  is_in_current: true,
  previous: { cost: '0', list: '0', contracted: '0', quantity: '0' },
  current: { cost: '0', list: '0', contracted: '0', quantity: '0' },
}
/** List and contracted cost are the cost unless they are named. */
const side = (cost: string, quantity: string | null, more: Partial<CellSide> = {}): CellSide => ({
  cost,
  list: cost,
  contracted: cost,
  quantity,
  ...more,
})
const cell = (previous: CellSide, current: CellSide, more: Partial<CostCell> = {}): CostCell => ({
  ...base,
  ...more,
  previous,
  current,
})
const october: ExplainRequest = {
  days: 31,
  previousDays: 30,
  areMonths: true,
  window: { from: '2026-10-01', to: '2026-11-01' },
  filters: [],
  group_by: 'service',
  items: 5,
  groups: 10,
  accountNames: new Map([['11', 'Shop']]),
}
const explain = (cells: CostCell[], request: Partial<ExplainRequest> = {}) => {
  const [explanation] = explainChange(cells, { ...october, ...request })
  if (!explanation) throw new Error('Nothing was explained.')
  return explanation
}
/** The terms that are not zero. */
const termsOf = ({ terms }: CurrencyExplanation) =>
  Object.fromEntries(
    terms.filter(({ amount }) => !isZero(amount)).map(({ term, amount }) => [term, amount]),
  ) as Partial<Record<ExplanationTerm, string>>

describe('explainChange', () => {
  it('splits a change into days, quantity and price', () => {
    // 720 hours at $1, then 800 at $1.10: 31 days at the earlier cost are $744, 800 hours at the earlier price $800.
    const explanation = explain([cell(side('720', '720'), side('880', '800'))])
    expect(termsOf(explanation)).toEqual({ days: '24', usage: '56', price: '80' })
    expect(explanation).toMatchObject({ previous: '720', current: '880', change: '160', change_percent: 22.22 })
  })

  it('separates list prices, negotiated discounts and commitments', () => {
    const explanation = explain(
      [
        cell(
          side('90', '100', { list: '100', contracted: '90' }),
          side('66', '100', { list: '110', contracted: '88' }),
        ),
      ],
      { previousDays: 31 },
    )
    // 90 * 110/100 = 99; 90 * 88/90 = 88; then 66.
    expect(termsOf(explanation)).toEqual({ price: '9', discount: '-11', commitments: '-22' })
  })

  it('counts a use of commitments as the same price, covered or not', () => {
    const explanation = explain(
      [
        cell(side('100', '100'), side('0', '0')),
        cell(side('0', '0'), side('70', '100', { list: '100', contracted: '100' }), { commitment: 'used' }),
      ],
      { previousDays: 31 },
    )
    expect(termsOf(explanation)).toEqual({ commitments: '-30' })
  })

  it('shows a resize as mix, not as usage or price', () => {
    const explanation = explain([
      cell(side('144', '720'), side('0', '0'), { sku: 'large' }),
      cell(side('0', '0'), side('74.4', '744'), { sku: 'small' }),
    ])
    expect(termsOf(explanation)).toEqual({ days: '4.8', mix: '-74.4' })
  })

  it('shows resources without lines in a period as new and removed, whatever the days', () => {
    const explanation = explain([
      cell(side('0', '0'), side('31', '744'), { resource: 'i-new', is_in_previous: false }),
      cell(side('30', '720'), side('0', '0'), { resource: 'i-old', is_in_current: false }),
    ])
    expect(termsOf(explanation)).toEqual({ new: '31', ended: '-30' })
    expect(explanation.terms.find(({ term }) => term === 'new')?.items).toMatchObject([
      {
        resource: 'i-new',
        sub_account_name: 'Shop',
        amount: '31',
        quantity: { previous: '0', current: '744', unit: 'Hrs' },
        filters: [{ dimension: 'resource', op: 'is', values: ['i-new'] }],
      },
    ])
  })

  it('keeps tax, credits, fees, one-time charges and corrections apart from the trend', () => {
    const charge = (more: Partial<CostCell>, amount: string) =>
      cell(side('0', null), side(amount, null), { resource: '', is_in_previous: false, ...more })
    const explanation = explain([
      charge({ category: 'Tax' }, '1'),
      charge({ category: 'Credit' }, '-2'),
      charge({ category: 'Purchase', frequency: 'Recurring' }, '4'),
      charge({ category: 'Purchase', frequency: 'One-Time' }, '8'),
      charge({ class: 'Correction' }, '16'),
      charge({ category: 'Purchase', frequency: 'Recurring', commitment: 'used' }, '32'),
      charge({ commitment: 'unused' }, '64'),
    ])
    expect(termsOf(explanation)).toEqual({
      tax: '1',
      credits: '-2',
      fees: '4',
      one_time: '8',
      corrections: '16',
      commitments: '96',
    })
    expect([explanation.trend, explanation.apart]).toEqual(['96', '27'])
  })

  it('does not tell usage from price without a quantity', () => {
    expect(termsOf(explain([cell(side('30', null), side('41', null))]))).toEqual({ days: '1', unmeasured: '10' })
  })

  it('does not charge a longer month for what is priced by the month', () => {
    expect(termsOf(explain([cell(side('30', '300'), side('30', '300'), { unit: 'GB-Mo' })]))).toEqual({})
    const weeks = explain([cell(side('30', '300'), side('30', '300'), { unit: 'GB-Mo' })], { areMonths: false })
    expect(termsOf(weeks)).toEqual({ days: '1', usage: '-1' })
  })

  it('says it in a sentence, with a reason for each group', () => {
    const explanation = explain([
      cell(side('7200', '720'), side('8800', '800'), { resource_name: 'web' }),
      cell(side('0', '0'), side('5428.4', '744'), {
        resource: 'arn:aws:ec2:us-east-1:1:instance/i-9',
        is_in_previous: false,
      }),
      cell(side('9', null), side('0', null), { category: 'Tax', service: 'Tax', resource: '' }),
    ])
    expect(explanation.sentence).toBe(
      'Spend rose $7,019 (+97.4%) in October 2026. New resources: +$5,428. Higher prices: +$800. More usage: +$560.',
    )
    expect(explanation.groups).toMatchObject([
      { value: 'EC2', change: '7028.4', reason: 'New resources: instance/i-9, +$5,428.' },
      { value: 'Tax', change: '-9', reason: 'Less tax: -$9.00.' },
    ])
    expect(explanation.other_groups).toEqual({ count: 0, change: '0' })
    expect(explain([cell(side('1', '1'), side('1', '1'))], { previousDays: 31 }).sentence).toBe(
      'Spend did not change in October 2026.',
    )
  })

  it('names the resource that moved as its group did, and leaves no dust of rounding', () => {
    const explanation = explain(
      [
        cell(side('10', '100'), side('19', '190'), { resource: 'i-up' }),
        ...['a', 'b', 'c', 'd', 'e'].map((resource) => cell(side('10', '100'), side('5', '50'), { resource })),
        // A third of a quantity cannot be written: what is left is no change of commitments.
        cell(side('1', '3'), side('2', '7', { list: '2', contracted: '2' }), { resource: 'i-third' }),
      ],
      { previousDays: 31 },
    )
    expect(explanation.groups[0]?.reason).toBe('Less usage: -$14.67, such as a (-$5.00).')
    expect(Object.keys(termsOf(explanation))).toEqual(['usage', 'price'])
  })

  it('names the one service it is filtered by', () => {
    const filters = [{ dimension: 'service' as const, op: 'is' as const, values: ['Amazon EC2'] }]
    const explanation = explain([cell(side('30', '720'), side('31', '744'))], { filters })
    expect(explanation.sentence).toBe('Amazon EC2 rose $1.00 (+3.3%) in October 2026. One day more: +$1.00.')
    expect(explanation.terms[0]?.items[0]?.filters).toEqual([
      ...filters,
      { dimension: 'resource', op: 'is', values: ['i-1'] },
    ])
  })

  it('leaves nothing unexplained: terms, items and groups add up exactly, for any lines', () => {
    const amount = fc.bigInt({ min: -(10n ** 34n), max: 10n ** 36n }).map((units) => `${units}e-30`)
    const figure = fc.option(amount)
    const anySide = fc.record({ cost: amount, list: figure, contracted: figure, quantity: figure })
    const anyCell = fc
      .record({
        currency: fc.constantFrom('USD', 'EUR'),
        provider: fc.constantFrom('AWS', 'Google Cloud'),
        service: fc.constantFrom('EC2', 'S3', ''),
        resource: fc.constantFrom('', 'a', 'b'),
        sku: fc.constantFrom('x', 'y'),
        unit: fc.constantFrom('Hrs', 'GB-Mo', ''),
        category: fc.constantFrom('Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment', ''),
        frequency: fc.constantFrom('Usage-Based', 'One-Time', 'Recurring', ''),
        class: fc.constantFrom('', 'Correction'),
        commitment: fc.constantFrom('none' as const, 'used' as const, 'unused' as const),
        resources: fc.integer({ min: 1, max: 3 }),
        is_in_previous: fc.boolean(),
        is_in_current: fc.boolean(),
        previous: anySide,
        current: anySide,
      })
      .map((more) => ({ ...base, ...more }))
    const anyRequest = fc.record({
      days: fc.integer({ min: 1, max: 400 }),
      previousDays: fc.integer({ min: 1, max: 400 }),
      areMonths: fc.boolean(),
      group_by: fc.constantFrom('service' as const, 'resource' as const, 'provider' as const),
      items: fc.integer({ min: 1, max: 3 }),
      groups: fc.integer({ min: 1, max: 3 }),
    })
    fc.assert(
      fc.property(fc.array(anyCell, { minLength: 1, maxLength: 25 }), anyRequest, (cells, request) => {
        for (const explanation of explainChange(cells, { ...october, ...request })) {
          const own = cells.filter(({ currency }) => currency === explanation.currency)
          const change = subtract(
            sum(own.map((entry) => entry.current.cost)),
            sum(own.map((entry) => entry.previous.cost)),
          )
          expect(explanation.change).toBe(change)
          expect(sum(explanation.terms.map((term) => term.amount))).toBe(change)
          expect(sum([explanation.trend, explanation.apart])).toBe(change)
          for (const term of explanation.terms) {
            expect(sum([...term.items.map((item) => item.amount), term.rest])).toBe(term.amount)
          }
          expect(sum([...explanation.groups.map((group) => group.change), explanation.other_groups.change])).toBe(
            change,
          )
          for (const group of explanation.groups) {
            expect(sum(group.terms.map((term) => term.amount))).toBe(group.change)
          }
        }
      }),
    )
  })
})
