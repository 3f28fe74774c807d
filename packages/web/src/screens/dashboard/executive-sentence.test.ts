import type { PastForecast } from '@kept/contract/routes/anomalies.ts'
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { SavingsSummary } from '@kept/contract/routes/savings.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeSentence, type DashboardSummary } from './executive-sentence.ts'

type CurrencyOverview = Overview['currencies'][number]
type Month = SavingsSummary['currencies'][number]['months'][number]

const currencyOverview = (currency: string, effective: string): CurrencyOverview => ({
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
  recommendations: { count: 0, monthly_savings: '0', low: '0', high: '0', split: null },
})
const october = { start_date: '2026-10-01', end_date: '2026-11-01' }
const november = { start_date: '2026-11-01', end_date: '2026-12-01' }
const overview = (currencies: CurrencyOverview[], window = october): Overview => ({
  ...{ ...window, currencies, previous_start_date: null, previous_end_date: null },
  reconciliation: { loads: 1, ok: 1, rejected_rows: 0, invoiced: 0 },
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
  ...{ period, net, fee, parts: {}, reversed: '0', held: [], gaps: [], calculated_at: '2026-11-10T00:00:00Z' },
  state: fee === null ? 'provisional' : 'final',
})
const savings = (months: Month[], verified = '0', fee = '0'): SavingsSummary => {
  const closed = months.filter(({ state }) => state === 'final')
  const throughPeriod =
    closed
      .map(({ period }) => period)
      .toSorted()
      .at(-1) ?? null
  const currencySavings = {
    verified,
    fee,
    customer_net: '0',
    carried: '0',
    statements: closed.length,
    last_period: throughPeriod,
    provisional: null,
  }
  return { currencies: [{ currency: 'USD', ...currencySavings, months, rules: [] }], actions: {} }
}
const emptySavings: SavingsSummary = { currencies: [], actions: {} }

const composeText = (change: Partial<DashboardSummary>) =>
  (
    composeSentence({
      overview: overview([currencyOverview('USD', '4064.48')]),
      currency: 'USD',
      past: [past('4064.48', '4200')],
      savings: emptySavings,
      ...change,
    }) ?? []
  )
    .map(({ text }) => text)
    .join('')

describe('composeSentence', () => {
  it('compares like with like: tax and one-time charges apart', () => {
    const kind = (name: 'usage' | 'fee' | 'tax' | 'one_time', point: string, actual: string) => ({
      ...{ kind: name, point, actual },
    })
    const of = (actual: string, kinds: ReturnType<typeof kind>[]) => {
      const entry = past(actual, '1000')
      return composeText({
        past: [{ ...entry, forecast: entry.forecast && { ...entry.forecast, kinds } }],
        overview: overview([currencyOverview('USD', actual)]),
      })
    }
    const usage = kind('usage', '800', '880')
    // 880 and 100 of 900 are 8.9% more, whatever tax and a purchase came to.
    const all = [usage, kind('fee', '100', '100'), kind('tax', '100', '190'), kind('one_time', '0', '500')]
    expect(of('1670', all)).toContain(', 8.9% over forecast without tax and one-time charges.')
    expect(
      of('1480', [usage, kind('fee', '100', '100'), kind('tax', '0', '0'), kind('one_time', '0', '500')]),
    ).toContain(', 8.9% over forecast without one-time charges.')
    expect(of('980', [usage, kind('fee', '100', '100'), kind('tax', '0', '0'), kind('one_time', '0', '0')])).toContain(
      ', 2.0% under forecast.',
    )
  })

  it('is red beyond the likely range alone, one-time charges apart', () => {
    const toneOf = (actual: string, oneTime: string) => {
      const entry = past(actual, '1000')
      const kinds = [
        { kind: 'usage' as const, point: '1000', actual: String(Number(actual) - Number(oneTime)) },
        { kind: 'one_time' as const, point: '0', actual: oneTime },
      ]
      const parts = composeSentence({
        ...{ overview: overview([currencyOverview('USD', actual)]), currency: 'USD', savings: emptySavings },
        past: [{ ...entry, forecast: entry.forecast && { ...entry.forecast, kinds } }],
      })
      return parts?.find(({ evidence }) => evidence === 'forecast')?.tone
    }
    expect(toneOf('1500', '0')).toBe('leak')
    expect(toneOf('1500', '450')).toBeUndefined()
    expect(toneOf('1500', '300')).toBe('leak')
  })

  it('describes a closed month', () => {
    expect(composeText({ savings: savings([month('2026-10', '137.28', '34.32')]) })).toBe(
      'You spent $4,064.48 in October 2026, 3.2% under forecast. Verified savings: $137.28. You keep 75%.',
    )
  })

  it('compares the full days of the current month', () => {
    expect(
      composeText({
        overview: overview([currencyOverview('USD', '900')], november),
        past: [past('900', '800', { start_date: '2026-11-01', end_date: '2026-11-20' })],
        savings: savings([month('2026-10', '137.28', '34.32'), month('2026-11', '50', null)], '137.28', '34.32'),
      }),
    ).toBe(
      'You spent $900.00 so far in November 2026, 12.5% over forecast. Verified savings to date (through October 2026): $137.28. You keep 75%.',
    )
  })

  it('lists other currencies without adding them', () => {
    const two = overview([
      currencyOverview('USD', '10'),
      currencyOverview('NOK', '99.5'),
      currencyOverview('EUR', '-3'),
    ])
    expect(composeText({ overview: two, past: [past('10', '10')] })).toBe(
      'You spent $10.00 in October 2026, exactly as forecast. No verified savings yet. Plus NOK\u00a099.50 and a credit of €3.00.',
    )
  })
})

describe('composeSentence: spend', () => {
  it('describes net credits', () => {
    expect(composeText({ overview: overview([currencyOverview('USD', '-12')]), past: [] })).toMatch(
      /^You were credited \$12\.00 more than you spent in October 2026/,
    )
  })

  it('ends a date range with the last billed day', () => {
    const days = overview([currencyOverview('USD', '5')], { start_date: '2026-11-10', end_date: '2026-11-25' })
    expect(composeText({ overview: days })).toContain('You spent $5.00 so far from Nov 10 to 19, 2026,')
  })

  it('returns null for a currency without costs', () => {
    expect(composeSentence({ overview: overview([]), currency: 'USD', past: [], savings: emptySavings })).toBeNull()
  })
})

describe('composeSentence: forecast', () => {
  it('names the reason when there is no forecast', () => {
    const withKnownDays = (known_days: number) => composeText({ past: [past('4064.48', null, { known_days })] })
    expect(withKnownDays(0)).toContain('in October 2026. No bills before this period, so there is no forecast.')
    expect(withKnownDays(12)).toContain('. Too few billed days before this period for a forecast.')
    expect(withKnownDays(92)).toContain('. Spending before this period is too irregular for a forecast.')
    expect(composeText({ past: [] })).toContain('. The forecast comparison starts after the first full day.')
    expect(composeText({ past: undefined })).toContain('. The forecast could not be loaded.')
  })

  it('shows an amount instead of a percentage for a forecast of zero or less', () => {
    expect(composeText({ past: [past('10', '0')] })).toContain('in October 2026, against a forecast of $0.00.')
    expect(composeText({ past: [past('10', '-5')] })).toContain('against a forecast of -$5.00.')
  })

  it('names the last full day', () => {
    expect(composeText({ past: [past('4000', '4200', { end_date: '2026-10-31' })] })).toContain(
      ', 4.8% under forecast through Oct 30.',
    )
  })

  it('highlights spend above the likely range only', () => {
    const tones = (actual: string) =>
      composeSentence({
        ...{ overview: overview([currencyOverview('USD', actual)]), currency: 'USD', savings: emptySavings },
        past: [past(actual, '100')],
      })?.find(({ evidence }) => evidence === 'forecast')?.tone
    expect([tones('90'), tones('109'), tones('111')]).toEqual([undefined, undefined, 'leak'])
  })
})

describe('composeSentence: verified savings', () => {
  const savingsText = (months: Month[], verified?: string, fee?: string) => {
    const text = composeText({ savings: savings(months, verified, fee) })
    return text.slice(text.indexOf('forecast') + 'forecast'.length)
  }
  it('counts closed months only', () => {
    expect(composeText({ savings: undefined })).toContain('. Verified savings could not be loaded.')
    expect(savingsText([])).toBe('. No verified savings yet.')
    expect(savingsText([month('2026-10', '50', null)])).toBe('. No verified savings yet.')
    expect(savingsText([month('2026-10', '0', '0')])).toBe('. No verified savings.')
  })

  it('shows the share after the fee', () => {
    expect(savingsText([month('2026-10', '100', '20')])).toBe('. Verified savings: $100.00. You keep 80%.')
    expect(savingsText([month('2026-10', '100', '25.44')])).toBe('. Verified savings: $100.00. You keep 74.6%.')
    expect(savingsText([month('2026-10', '100', '0')])).toBe('. Verified savings: $100.00. You keep all of it.')
    expect(savingsText([month('2026-10', '100', '-5')])).toContain(
      'You keep all of it, and $5.00 of fees was credited.',
    )
    expect(savingsText([month('2026-10', '1', '5')])).toBe('. Verified savings: $1.00. The fee was $5.00.')
  })

  it('describes a loss', () => {
    expect(savingsText([month('2026-10', '-120', '0')])).toBe(
      '. The ledger shows a loss of $120.00. No fee was charged.',
    )
    expect(savingsText([month('2026-10', '-120', '-30')])).toContain('. $30.00 of fees was credited.')
    expect(savingsText([month('2026-09', '-9', '2')], '-9', '2')).toBe(
      '. The ledger shows a loss of $9.00 to date (through September 2026). The fee was $2.00.',
    )
  })

  it('names the last closed month of the period', () => {
    const months = [month('2026-10', '100', '25'), month('2026-11', '9', null)]
    const text = composeText({
      overview: overview([currencyOverview('USD', '9')], { start_date: '2026-10-01', end_date: '2026-12-01' }),
      savings: savings(months, '100', '25'),
    })
    expect(text).toContain('Verified savings through October 2026: $100.00. You keep 75%.')
  })
})

it('composeSentence returns complete sentences for any figures', () => {
  const amount = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => String(cents / 100))
  fc.assert(
    fc.property(
      fc.record({ spent: amount, point: fc.option(amount), net: amount, fee: fc.option(amount) }),
      ({ spent, point, net, fee }) => {
        const parts = composeSentence({
          overview: overview([currencyOverview('USD', spent)]),
          currency: 'USD',
          past: [past(spent, point)],
          savings: savings([month('2026-10', net, fee)], net, fee ?? '0'),
        })
        const text = parts?.map((part) => part.text).join('') ?? ''
        expect(text).toMatch(/^You (spent|were credited) .*[^ .;,]\.$/)
        expect(text).not.toMatch(/NaN|undefined|null|Infinity| {2}| [.,;]/)
        expect(parts?.[1]?.evidence).toBe('spend')
        // A share is never above 100%.
        const share = /You keep ([\d.]+)%/.exec(text)?.[1]
        if (share !== undefined) expect(Number(share)).toBeLessThanOrEqual(100)
        if (fee !== null && Number(net) > 0) expect(parts?.some(({ tone }) => tone === 'kept')).toBe(true)
      },
    ),
  )
})
