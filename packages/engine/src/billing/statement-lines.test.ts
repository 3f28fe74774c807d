import { decimal, sum, toPlaces } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStatementBook, type SavedAction } from '../testing/statement-book.ts'
import { amountText } from './minor.ts'
import { linesOfStatement } from './statement-lines.ts'

const nano = (amount: number) => BigInt(Math.round(amount * 100)) * 10_000_000n

describe('linesOfStatement', () => {
  it('makes one line for each kind of action, with the actions behind it', () => {
    const book = openStatementBook('org', 'USD')
    const booked = book.close('2026-09', {
      a: { kind: 'terminate', saved: nano(100) },
      b: { kind: 'rightsize', saved: nano(50.02) },
      c: { kind: 'terminate', saved: nano(20) },
    })
    if (!booked) throw new Error('no statement')
    const lines = linesOfStatement(booked.statement, 'final', (id) => `Title ${id}`)
    expect(lines).toMatchObject([
      { group: 'terminate', saved: '120', feeExact: '30', feeMinor: 3000n, period: '2026-09' },
      { group: 'rightsize', saved: '50.02', feeExact: '12.505', feeMinor: 1250n },
    ])
    expect(lines[0]?.actions).toEqual([
      { action_id: 'a', title: 'Title a', resource: 'resource-a', saved: '100', fee: '25.00' },
      { action_id: 'c', title: 'Title c', resource: 'resource-c', saved: '20', fee: '5.00' },
    ])
  })

  it('makes one line of a true-up, negative where money is given back', () => {
    const book = openStatementBook('org', 'USD')
    book.close('2026-09', { a: { kind: 'terminate', saved: nano(100) } })
    const booked = book.close('2026-09', { a: { kind: 'terminate', saved: nano(60) } })
    if (!booked) throw new Error('no true-up')
    expect(linesOfStatement(booked.statement, booked.kind)).toMatchObject([
      { group: 'true_up', description: 'True-up of 2026-09', saved: '-40', feeExact: '-10', feeMinor: -1000n },
    ])
  })

  it('makes no line of a statement without a fee', () => {
    const booked = openStatementBook('org', 'USD').close('2026-09', { a: { kind: 'terminate', saved: -5n } })
    if (!booked) throw new Error('no statement')
    expect(linesOfStatement(booked.statement, 'final')).toEqual([])
  })

  it('adds up to the fee exactly, before and after rounding, in every currency', () => {
    const kinds = ['terminate', 'schedule', 'rightsize', 'demand', 'loop_stop'] as const
    const saved = fc.record({ kind: fc.constantFrom(...kinds), saved: fc.bigInt(-(10n ** 13n), 10n ** 14n) })
    const months = fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), saved, { minKeys: 1 }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(months, fc.constantFrom('USD', 'JPY', 'KWD'), (corrections, currency) => {
        const book = openStatementBook('org', currency)
        // A correction keeps the kind that the action had.
        const kindOf = new Map<string, SavedAction['kind']>()
        for (const correction of corrections) {
          const month = Object.fromEntries(
            Object.entries(correction).map(([id, action]) => {
              const kind = kindOf.get(id) ?? action.kind
              kindOf.set(id, kind)
              return [id, { ...action, kind }]
            }),
          )
          book.close('2026-09', month)
        }
        for (const { statement, kind } of book.statements) {
          const lines = linesOfStatement(statement, kind)
          const fee = lines.reduce((total, { feeMinor }) => total + feeMinor, 0n)
          expect(decimal(amountText(fee, currency))).toBe(statement.commission.fee)
          for (const { actions, feeMinor, saved } of lines) {
            expect(decimal(sum(actions.map((action) => action.fee)))).toBe(decimal(amountText(feeMinor, currency)))
            expect(sum(actions.map((action) => action.saved))).toBe(saved)
          }
          if (kind === 'final' && lines.length > 0) {
            const exactFee = sum(lines.map(({ feeExact }) => feeExact))
            expect(decimal(toPlaces(exactFee, currency === 'USD' ? 2 : currency === 'JPY' ? 0 : 3))).toBe(
              statement.commission.fee,
            )
          }
        }
      }),
      { numRuns: 200 },
    )
  })
})
