import { createHash } from 'node:crypto'
import { focusColumns } from '@kept/domain/focus-columns.ts'
import { add, compare, multiply, sum } from '@kept/foundation/decimal.ts'
import { describe, expect, it, vi } from 'vitest'

// Takes seconds, or longer on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

import { northwind } from '../northwind.ts'
import { billOf } from './bill-of.ts'
import { csvPieces } from './csv.ts'
import { billColumns, type FocusValues, valuesOf } from './row.ts'

// Forty days across the end of a month: enough for every kind of line.
const world = northwind({ until: '2026-07-11', days: 40, seed: 'test' })
const bills = new Map(world.billingAccounts.map((account) => [account.id, [...billOf(world, account)].map(valuesOf)]))
const rows = [...bills.values()].flat()
const slips = world.slips.map(({ description }) => description)
const readable = rows.filter((row) => !slips.includes(row.ChargeDescription ?? ''))

function fingerprint(seed: string): string {
  const hash = createHash('sha256')
  const small = northwind({ until: '2026-07-11', days: 9, seed })
  for (const account of small.billingAccounts) for (const chunk of csvPieces(billOf(small, account))) hash.update(chunk)
  return hash.digest('hex')
}

describe('the bill', () => {
  it('is identical for the same seed, and different for another', () => {
    expect(fingerprint('one')).toBe(fingerprint('one'))
    expect(fingerprint('two')).not.toBe(fingerprint('one'))
  })
  it('spans three clouds, fourteen accounts and a few hundred resources', () => {
    expect(new Set(rows.map((row) => row.ProviderName))).toEqual(new Set(['AWS', 'Microsoft', 'Google Cloud']))
    expect(new Set(rows.map((row) => row.SubAccountId)).size).toBe(14)
    expect(new Set(rows.map((row) => row.ResourceId)).size).toBeGreaterThan(250)
  })
  it('has credits, corrections, purchases, tax, an unreadable line and month-long fees', () => {
    expect(new Set(rows.map((row) => row.ChargeCategory))).toEqual(
      new Set(['Usage', 'Purchase', 'Credit', 'Tax', 'Adjustment']),
    )
    expect(rows.filter((row) => row.ChargeClass === 'Correction').length).toBeGreaterThan(0)
    expect(rows.length - readable.length).toBe(1)
  })
  it('has two currencies in one sub-account', () => {
    const europe = rows.filter((row) => row.SubAccountName === 'northwind-europe')
    expect(new Set(europe.map((row) => row.BillingCurrency))).toEqual(new Set(['EUR', 'USD']))
  })
  it('has tags as users write them', () => {
    const keys = new Set(world.resources.flatMap(({ tags }) => Object.keys(tags)))
    for (const spelling of ['Environment', 'environment', ' Environment', 'Team', 'team'])
      expect(keys).toContain(spelling)
    const tagless = world.resources.filter(({ tags }) => Object.keys(tags).length === 0).length
    expect(tagless / world.resources.length).toBeGreaterThan(0.03)
    expect(tagless / world.resources.length).toBeLessThan(0.2)
  })
})

describe('every line', () => {
  it('fills the mandatory columns of FOCUS', () => {
    const mandatory = billColumns.filter((column) => 'mandatory' in focusColumns[column])
    // A line may lack these: not everything has a unit, and 1.2 has no class for an ordinary charge.
    const nullable = new Set(['ChargeClass', 'PricingQuantity', 'PricingUnit'])
    for (const row of rows) {
      for (const column of mandatory)
        if (!nullable.has(column) && !row[column]) throw new Error(`${column} is empty in ${JSON.stringify(row)}`)
    }
    expect(mandatory.length).toBeGreaterThan(12)
  })
  it('has charges within the world’s days and their own month', () => {
    for (const row of rows) {
      const {
        ChargePeriodStart: start = '',
        ChargePeriodEnd: end = '',
        BillingPeriodStart = '',
        BillingPeriodEnd = '',
      } = row
      if (!(start >= '2026-06-01T' && start < '2026-07-11T' && start < end)) throw new Error(`${start} to ${end}`)
      if (!(start >= BillingPeriodStart && end <= BillingPeriodEnd))
        throw new Error(`${start} is outside ${BillingPeriodStart}`)
    }
  })
  it('costs its price times its quantity, exactly', () => {
    for (const row of readable) {
      const { ListUnitPrice, ContractedUnitPrice, PricingQuantity, ChargeCategory, CommitmentDiscountStatus } = row
      if (ChargeCategory !== 'Usage' || CommitmentDiscountStatus === 'Unused' || row.ChargeClass) continue
      const quantity = PricingQuantity ?? ''
      if (row.ListCost !== multiply(ListUnitPrice ?? '', quantity)) throw new Error(JSON.stringify(row))
      if (row.ContractedCost !== multiply(ContractedUnitPrice ?? '', quantity)) throw new Error(JSON.stringify(row))
    }
  })
  it('bills the cost, or nothing for covered usage', () => {
    for (const row of readable) {
      if (row.ChargeCategory !== 'Usage' || row.ChargeClass) continue
      if (row.CommitmentDiscountStatus) expect(row.BilledCost).toBe('0')
      else expect(row.BilledCost).toBe(row.EffectiveCost)
    }
  })
})

describe('commitments', () => {
  it('bills each month exactly the cost of its used and unused lines', () => {
    const monthly = (isIncluded: (row: FocusValues) => boolean, column: 'BilledCost' | 'EffectiveCost') => {
      const totals = new Map<string, string>()
      for (const row of rows.filter((candidate) => candidate.CommitmentDiscountId && isIncluded(candidate))) {
        const key = `${row.CommitmentDiscountId} ${row.BillingPeriodStart}`
        totals.set(key, add(totals.get(key) ?? '0', row[column] ?? '0'))
      }
      return Object.fromEntries([...totals].sort())
    }
    const bought = monthly((row) => row.ChargeCategory === 'Purchase', 'BilledCost')
    expect(monthly((row) => row.ChargeCategory === 'Usage', 'EffectiveCost')).toEqual(bought)
    // One of them expired with the first month.
    expect(Object.keys(bought).length).toBe(world.commitments.length * 2 - 1)
    for (const row of rows)
      if (row.CommitmentDiscountId && row.ChargeCategory === 'Purchase') expect(row.EffectiveCost).toBe('0')
  })
  it('leaves commitments unused where waste was planted, and nowhere else', () => {
    const unused = new Set(
      rows.filter((row) => row.CommitmentDiscountStatus === 'Unused').map((row) => row.CommitmentDiscountId),
    )
    const planted = world.planted.filter(({ rule }) => rule === 'unused-commitment').map(({ resourceId }) => resourceId)
    expect(unused).toEqual(new Set(planted))
  })
})

it('taxes the billed amount, by account, currency and month', () => {
  const europe = bills.get('8611002') ?? []
  const june = europe.filter((row) => row.BillingCurrency === 'EUR' && row.BillingPeriodStart?.startsWith('2026-06'))
  const [tax] = june.filter((row) => row.ChargeCategory === 'Tax')
  const billed = sum(june.filter((row) => row.ChargeCategory !== 'Tax').map((row) => row.BilledCost ?? '0'))
  expect(compare(tax?.BilledCost ?? '0', multiply(billed, '0.21'))).toBe(0)
})

describe('planted waste', () => {
  it('plants waste on billed resources, with a valid range of savings', () => {
    const billedResources = new Set(rows.flatMap((row) => [row.ResourceId, row.CommitmentDiscountId]))
    for (const { resourceId, saving } of world.planted) {
      if (resourceId) expect(billedResources).toContain(resourceId)
      if (saving) expect(saving.low).toBeLessThanOrEqual(saving.high)
    }
    expect(world.planted.length).toBeGreaterThan(50)
  })
})

it('writes CSV that quotes what must be quoted', () => {
  const text = [
    ...csvPieces(
      [{ fixed: { ServiceName: 'a "b", c' }, varying: { BilledCost: '1' } }],
      ['BilledCost', 'ServiceName', 'Tags'],
    ),
  ].join('')
  expect(text).toBe('BilledCost,ServiceName,Tags\n1,"a ""b"", c",\n')
})
