import { describe, expect, it } from 'vitest'
import { compareContents, findUnreadableLoss, type GrossCharge, type PeriodContents } from './import-losses.ts'

const location = { billing_period: '2026-10-01', account: 'AWS 111' }

const day = (number: number) => `2026-10-${String(number).padStart(2, '0')}`

/** A month of equal days: 24 rows and 24 of every cost a day, all of one account. */
function month(more: { days?: number[]; perDay?: number; charges?: GrossCharge[] } = {}): PeriodContents {
  const days = more.days ?? Array.from({ length: 31 }, (_, index) => index + 1)
  const perDay = more.perDay ?? 24
  const rows = days.length * perDay
  return {
    rows,
    days: Object.fromEntries(days.map((number) => [day(number), perDay])),
    accounts: [{ id: '111', rows, hasCharges: true }],
    charges: more.charges ?? chargesOf(String(rows)),
  }
}

function chargesOf(amount: string, currency = 'USD'): GrossCharge[] {
  return (['billed', 'effective', 'contracted', 'list'] as const).map((column) => ({ currency, column, amount }))
}

const kinds = (previous: PeriodContents, next: PeriodContents) =>
  compareContents(location, previous, next).map(({ kind }) => kind)

describe('compareContents', () => {
  it('finds what a damaged delivery lost', () => {
    const previous = { ...month(), charges: [...chargesOf('744'), ...chargesOf('200', 'EUR')] }
    const next = month({ perDay: 1, charges: chargesOf('37') })
    expect(compareContents(location, previous, next)).toEqual([
      { kind: 'rows', ...location, summary: '31 rows instead of 744 (95.8% fewer).' },
      { kind: 'currency', ...location, summary: 'No charges in EUR.' },
      { kind: 'amount', ...location, summary: 'Charges of $37.00 instead of $744.00.' },
    ])
  })

  it('finds the days that a delivery of part of a month lacks, whatever its rows and amounts', () => {
    const nine = month({ days: [1, 2, 3, 4, 5, 6, 7, 8, 9], perDay: 100, charges: chargesOf('900') })
    expect(compareContents(location, month(), nine)).toEqual([
      { kind: 'days', ...location, summary: 'No charges on 22 of 31 days: 2026-10-10 to 2026-10-31.' },
    ])
  })

  it('finds the other half of a month delivered in its place', () => {
    const first = month({ days: [1, 2, 3, 4] })
    expect(kinds(first, month({ days: [5, 6, 7, 8] }))).toEqual(['days'])
    expect(kinds(month(), month({ days: Array.from({ length: 30 }, (_, index) => index + 1) }))).toEqual(['days'])
  })

  it('finds an account that is gone', () => {
    const previous = {
      ...month(),
      accounts: [
        { id: '111', rows: 744, hasCharges: true },
        { id: '222', rows: 12, hasCharges: true },
        { id: '333', rows: 12, hasCharges: false },
      ],
    }
    expect(compareContents(location, previous, month())).toEqual([
      { kind: 'account', ...location, summary: 'No charges of account 222.' },
    ])
  })

  it.each<[string, PeriodContents]>([
    ['the same again', month()],
    ['a day more', month({ days: Array.from({ length: 31 }, (_, index) => index + 1), perDay: 25 })],
    ['credits that lower what is billed', withCharge('billed', '0')],
    ['a commitment that lowers what it costs', withCharge('effective', '100')],
    ['a restatement by five percent', { ...month(), rows: 707, charges: chargesOf('706.8') }],
    ['a currency by its upper case', month({ charges: chargesOf('744', 'usd') })],
  ])('lets pass %s', (_, next) => {
    expect(compareContents(location, month(), next)).toEqual([])
  })

  it('lets a one-off charge go with its day, and a cent with its share', () => {
    const previous = { ...month({ days: [1, 2, 3] }), rows: 201, days: { [day(1)]: 100, [day(2)]: 100, [day(3)]: 1 } }
    expect(kinds(previous, { ...previous, rows: 200, days: { [day(1)]: 100, [day(2)]: 100 } })).toEqual([])
    const small = { ...month(), charges: chargesOf('0.02') }
    expect(kinds(small, { ...month(), charges: chargesOf('0.01') })).toEqual([])
  })

  it('does not hold a named currency against a bill that named none', () => {
    expect(kinds(month({ charges: chargesOf('744', 'XXX') }), month({ charges: chargesOf('744', 'EUR') }))).toEqual([])
  })

  it('lists no loss for a period that only grows, by any random growth', () => {
    for (let rows = 1; rows < 60; rows += 1)
      expect(kinds(month({ perDay: rows }), month({ perDay: rows + (rows % 7) }))).toEqual([])
  })

  it('finds a loss exactly above the thresholds', () => {
    const previous = { ...month(), rows: 1000, charges: chargesOf('1000') }
    const lossesFor = (rows: number, amount: string) =>
      kinds(previous, { ...previous, rows, charges: chargesOf(amount) })
    expect(lossesFor(900, '900')).toEqual([])
    expect(lossesFor(899, '900')).toEqual(['rows'])
    expect(lossesFor(900, '899.999')).toEqual(['amount'])
  })
})

function withCharge(column: GrossCharge['column'], amount: string): PeriodContents {
  return {
    ...month(),
    charges: chargesOf('744').map((charge) => (charge.column === column ? { ...charge, amount } : charge)),
  }
}

describe('findUnreadableLoss', () => {
  it('is about more than half of the rows', () => {
    expect(findUnreadableLoss({ read: 1000, rejected: 500 })).toEqual([])
    expect(findUnreadableLoss({ read: 1000, rejected: 501 })).toMatchObject([
      { kind: 'unreadable_rows', summary: '501 of 1,000 rows (50.1%) could not be read.' },
    ])
    expect(findUnreadableLoss({ read: 100_000, rejected: 99_999 })[0]?.summary).toContain('(99.9%)')
    expect(findUnreadableLoss({ read: 0, rejected: 0 })).toEqual([])
  })
})
