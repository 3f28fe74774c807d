import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Standing, saySentence } from './executive-sentence.ts'

type Shown = Overview['currencies'][number]
type Month = SavingsSummary['currencies'][number]['months'][number]

const shown = (currency: string, effective: string): Shown => ({
  ...{
    currency,
    billed: null,
    effective,
    contracted: null,
    list: null,
    previous_effective: null,
    change_percent: null,
  },
  ...{ days: [], providers: [], services: [], movers: [] },
  findings: { count: 0, monthly_saving: '0', low: '0', high: '0', split: null },
})
const october = { from: '2026-10-01', to: '2026-11-01' }
const november = { from: '2026-11-01', to: '2026-12-01' }
const overview = (currencies: Shown[], window = october): Overview => ({
  ...{ ...window, currencies, previous_from: null, previous_to: null },
  reconciliation: { loads: 1, ok: 1, rows_set_aside: 0, invoiced: 0 },
  ...{ first_day: '2026-07-01', last_day: '2026-11-19', last_import_at: null },
})
const past = (actual: string, point: string | null, more: Partial<PastForecast> = {}): PastForecast => ({
  ...{ currency: 'USD', ...october, actual, known_days: 92, needed_days: 31 },
  forecast:
    point === null
      ? null
      : { method: 'level', point, band80: { lower: '0', upper: String(Number(point) * 1.1) }, kinds: [], days: [] },
  ...more,
})
const month = (period: string, net: string, fee: string | null): Month => ({
  ...{ period, net, fee, parts: {}, reversed: '0', held: [], gaps: [], ran_at: '2026-11-10T00:00:00Z' },
  state: fee === null ? 'provisional' : 'final',
})
const savings = (months: Month[], verified = '0', fee = '0'): SavingsSummary => {
  const closed = months.filter(({ state }) => state === 'final')
  const through =
    closed
      .map(({ period }) => period)
      .toSorted()
      .at(-1) ?? null
  const own = { verified, fee, kept: '0', carried: '0', statements: closed.length, through, provisional: null }
  return { currencies: [{ currency: 'USD', ...own, months, rules: [] }], actions: {} }
}
const none: SavingsSummary = { currencies: [], actions: {} }

const say = (change: Partial<Standing>) =>
  (
    saySentence({
      overview: overview([shown('USD', '4064.48')]),
      currency: 'USD',
      past: [past('4064.48', '4200')],
      savings: none,
      ...change,
    }) ?? []
  )
    .map(({ words }) => words)
    .join('')

describe('the whole sentence', () => {
  it('of a closed month, as an executive asks for it', () => {
    expect(say({ savings: savings([month('2026-10', '137.28', '34.32')]) })).toBe(
      'You spent $4,064.48 in October 2026, 3.2% under forecast; $137.28 verified savings, you kept 75%.',
    )
  })

  it('of a month that is running, against the days that are over', () => {
    expect(
      say({
        overview: overview([shown('USD', '900')], november),
        past: [past('900', '800', { from: '2026-11-01', to: '2026-11-20' })],
        savings: savings([month('2026-10', '137.28', '34.32'), month('2026-11', '50', null)], '137.28', '34.32'),
      }),
    ).toBe(
      'You spent $900.00 so far in November 2026, 12.5% over forecast; $137.28 verified savings to date (through October 2026), you kept 75%.',
    )
  })

  it('names other currencies and adds none', () => {
    const two = overview([shown('USD', '10'), shown('NOK', '99.5'), shown('EUR', '-3')])
    expect(say({ overview: two, past: [past('10', '10')] })).toBe(
      'You spent $10.00 in October 2026, exactly as forecast; nothing is verified yet. Beside it, NOK\u00a099.50 and a credit of €3.00.',
    )
  })
})

describe('what was spent', () => {
  it('may be less than nothing', () => {
    expect(say({ overview: overview([shown('USD', '-12')]), past: [] })).toMatch(
      /^You were credited \$12\.00 more than you spent in October 2026/,
    )
  })

  it('of days ends with the last one billed', () => {
    const days = overview([shown('USD', '5')], { from: '2026-11-10', to: '2026-11-25' })
    expect(say({ overview: days })).toContain('You spent $5.00 so far from Nov 10 to 19, 2026,')
  })

  it('is nothing to talk about in another currency', () => {
    expect(saySentence({ overview: overview([]), currency: 'USD', past: [], savings: none })).toBeNull()
  })
})

describe('the forecast', () => {
  it('is never invented', () => {
    const of = (known_days: number) => say({ past: [past('4064.48', null, { known_days })] })
    expect(of(0)).toContain('; nothing was billed before it to make a forecast from;')
    expect(of(12)).toContain('; too few days were billed before it to make a forecast;')
    expect(of(92)).toContain('; the days before it are too irregular to make a forecast;')
    expect(say({ past: [] })).toContain('against no forecast before a day is over')
    expect(say({ past: undefined })).toContain('; its forecast could not be loaded')
  })

  it('of nothing or less is said in money: no percent is of it', () => {
    expect(say({ past: [past('10', '0')] })).toContain('in October 2026, against a forecast of $0.00;')
    expect(say({ past: [past('10', '-5')] })).toContain('against a forecast of -$5.00;')
  })

  it('says how far it goes when today is not over', () => {
    expect(say({ past: [past('4000', '4200', { to: '2026-10-31' })] })).toContain(
      ', 4.8% under forecast through Oct 30;',
    )
  })

  it('warns only beyond what was likely', () => {
    const tones = (actual: string) =>
      saySentence({
        ...{ overview: overview([shown('USD', actual)]), currency: 'USD', savings: none },
        past: [past(actual, '100')],
      })?.find(({ evidence }) => evidence === 'forecast')?.tone
    expect([tones('90'), tones('109'), tones('111')]).toEqual([undefined, undefined, 'leak'])
  })
})

describe('verified savings', () => {
  const of = (months: Month[], verified?: string, fee?: string) => {
    const words = say({ savings: savings(months, verified, fee) })
    return words.slice(words.indexOf('forecast') + 'forecast'.length)
  }
  it('of closed months alone', () => {
    expect(say({ savings: undefined })).toContain('; verified savings could not be loaded.')
    expect(of([])).toBe('; nothing is verified yet.')
    expect(of([month('2026-10', '50', null)])).toBe('; nothing is verified yet.')
    expect(of([month('2026-10', '0', '0')])).toBe('; no savings were verified.')
  })

  it('keep what the commission of them left', () => {
    expect(of([month('2026-10', '100', '20')])).toBe('; $100.00 verified savings, you kept 80%.')
    expect(of([month('2026-10', '100', '25.44')])).toBe('; $100.00 verified savings, you kept 74.6%.')
    expect(of([month('2026-10', '100', '0')])).toBe('; $100.00 verified savings, you kept all of it.')
    expect(of([month('2026-10', '100', '-5')])).toContain('you kept all of it and $5.00 of fees came back.')
    expect(of([month('2026-10', '1', '5')])).toBe('; $1.00 verified savings, at a fee of $5.00.')
  })

  it('may be losses', () => {
    expect(of([month('2026-10', '-120', '0')])).toBe('; the ledger shows a loss of $120.00, and no fee was taken.')
    expect(of([month('2026-10', '-120', '-30')])).toContain('and $30.00 of fees came back.')
    expect(of([month('2026-09', '-9', '2')], '-9', '2')).toBe(
      '; the ledger shows a loss of $9.00 to date (through September 2026), and the fee was $2.00.',
    )
  })

  it('say how far they go when a month of the period is open', () => {
    const months = [month('2026-10', '100', '25'), month('2026-11', '9', null)]
    const words = say({
      overview: overview([shown('USD', '9')], { from: '2026-10-01', to: '2026-12-01' }),
      savings: savings(months, '100', '25'),
    })
    expect(words).toContain('$100.00 verified savings through October 2026, you kept 75%.')
  })
})

it('is one whole sentence whatever the figures are, and each amount in it leads to its proof', () => {
  const amount = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => String(cents / 100))
  fc.assert(
    fc.property(
      fc.record({ spent: amount, point: fc.option(amount), net: amount, fee: fc.option(amount) }),
      ({ spent, point, net, fee }) => {
        const parts = saySentence({
          overview: overview([shown('USD', spent)]),
          currency: 'USD',
          past: [past(spent, point)],
          savings: savings([month('2026-10', net, fee)], net, fee ?? '0'),
        })
        const words = parts?.map((part) => part.words).join('') ?? ''
        expect(words).toMatch(/^You (spent|were credited) .*[^ .;,]\.$/)
        expect(words).not.toMatch(/NaN|undefined|null|Infinity| {2}| [.,;]/)
        expect(parts?.[1]?.evidence).toBe('spend')
        // A share is only said of what is a share.
        const share = /you kept ([\d.]+)%/.exec(words)?.[1]
        if (share !== undefined) expect(Number(share)).toBeLessThanOrEqual(100)
        if (fee !== null && Number(net) > 0) expect(parts?.some(({ tone }) => tone === 'kept')).toBe(true)
      },
    ),
  )
})
