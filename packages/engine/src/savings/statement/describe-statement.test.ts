import { sum } from '@kept/foundation/decimal.ts'
import { describe, expect, it } from 'vitest'
import { openStatementBook } from '../../testing/statement-book.ts'
import { describeStatement } from './describe-statement.ts'

const unit = 10n ** 9n
const context = {
  ...{ id: '3f0c1f0e-8d5a-4b43-9a58-0d3f3f5f6a11', kind: 'final' as const, organizationName: 'Northwind' },
  ...{ invoice: null, keyFingerprint: 'ab' },
  nameOf: (id: string) => `name of ${id}`,
  titleOf: (id: string) => (id === 'a' ? 'Terminate orders-db' : undefined),
  figuresOf: () => undefined,
}

describe('describeStatement', () => {
  it('names actions, and its steps and actions add up to what is verified', () => {
    const book = openStatementBook('own', 'USD')
    const booked = book.close('2026-01', {
      a: { kind: 'terminate', saved: 300n * unit },
      b: { kind: 'rightsize', saved: 100n * unit },
      c: { kind: 'terminate', saved: -20n * unit },
    })
    if (!booked) throw new Error('no statement')
    const { steps, actions, ...document } = describeStatement(booked.statement, context)
    expect(document).toMatchObject({ verified: '380', billed: '380', fee: '95', customer_net: '285', entries: 4 })
    expect(steps).toEqual([
      { kind: 'measured', amount: '380', actions: 3 },
      { kind: 'verified', amount: '380', actions: 3 },
    ])
    expect(sum(actions.map(({ verified }) => verified))).toBe('380')
    expect(sum(actions.map(({ fee }) => fee))).toBe('95')
    expect(actions.map(({ kind, title, resources }) => [kind, title, resources])).toEqual([
      ['terminate', 'Terminate orders-db', ['name of resource-a']],
      ['terminate', '', ['name of resource-c']],
      ['rightsize', '', ['name of resource-b']],
    ])
  })

  it('shows baseline, measured cost and interval beside the amounts that were signed from them', () => {
    const booked = openStatementBook('own', 'USD').close('2026-01', { a: { kind: 'terminate', saved: 300n * unit } })
    if (!booked) throw new Error('no statement')
    const nano = (amount: number) => String(BigInt(amount) * unit)
    const figures = {
      ...{ baseline: nano(500), measured: nano(180), saved: nano(320), low: nano(300), high: nano(340) },
      ...{ counted: nano(300), net: nano(300), days: {} },
    }
    const calculationWith = (counted: string) => {
      const figuresOf = () => ({ ...figures, counted })
      return describeStatement(booked.statement, { ...context, figuresOf }).actions[0]?.calculation
    }
    expect(calculationWith(nano(300))).toEqual({ baseline: '500', measured: '180', low: '300', high: '340' })
    // The month was calculated again, and a true-up has the difference.
    expect(calculationWith(nano(290))).toBeNull()
  })

  it('shows a loss that is carried, and the month that makes it good', () => {
    const book = openStatementBook('own', 'USD')
    const loss = book.close('2026-01', { a: { kind: 'terminate', saved: -50n * unit } })
    const gain = book.close('2026-02', { a: { kind: 'terminate', saved: 80n * unit } })
    if (!loss || !gain) throw new Error('no statement')
    expect(describeStatement(loss.statement, context).steps.slice(1)).toEqual([
      { kind: 'verified', amount: '-50', actions: 1 },
      { kind: 'carried_after', amount: '50', actions: 0 },
      { kind: 'billed', amount: '0', actions: 0 },
    ])
    expect(describeStatement(gain.statement, context).steps.slice(1)).toEqual([
      { kind: 'verified', amount: '80', actions: 1 },
      { kind: 'carried_before', amount: '-50', actions: 0 },
      { kind: 'billed', amount: '30', actions: 0 },
    ])
  })

  it('shows a true-up apart', () => {
    const book = openStatementBook('own', 'USD')
    book.close('2026-01', { a: { kind: 'terminate', saved: 100n * unit } })
    const trueUp = book.close('2026-01', { a: { kind: 'terminate', saved: 60n * unit } })
    if (!trueUp) throw new Error('no true-up')
    const { steps, actions, fee } = describeStatement(trueUp.statement, { ...context, kind: 'trueup' })
    expect(steps).toEqual([
      { kind: 'true_up', amount: '-40', actions: 1 },
      { kind: 'verified', amount: '-40', actions: 1 },
    ])
    expect(actions).toMatchObject([{ saved: '0', corrected: '-40', verified: '-40', fee: '-10' }])
    expect(fee).toBe('-10')
  })
})
