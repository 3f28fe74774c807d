import type { JournalTransaction } from '@kept/domain/billing/journal.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookBroughtBack, bookTakenBack, splitBroughtBack, splitTakenBack } from './returned-money.ts'

const minor = fc.bigInt({ min: 0n, max: 10n ** 9n })
const event = { source: 'payment 1', currency: 'USD', description: 'Payment for KPT-2026-0001' }
const sumOf = ({ postings }: JournalTransaction, side: 'debit' | 'credit') =>
  postings.filter((posting) => posting.side === side).reduce((sum, posting) => sum + posting.minor, 0n)

describe('splitTakenBack', () => {
  it('makes the invoice owed again, then takes what the payment left over, and only then it is a loss', () => {
    expect(splitTakenBack(100n, { applied: 50n, credit: 30n })).toEqual({ invoice: 50n, credit: 30n, loss: 20n })
    expect(splitTakenBack(40n, { applied: 50n, credit: 30n })).toEqual({ invoice: 40n, credit: 0n, loss: 0n })
  })

  it('takes no more than there is, and books what left', () => {
    fc.assert(
      fc.property(minor, minor, minor, (amount, applied, credit) => {
        const taken = splitTakenBack(amount, { applied, credit })
        expect(taken.credit <= credit && taken.invoice <= applied && taken.loss >= 0n).toBe(true)
        const booked = bookTakenBack('refund', event, taken)
        expect([sumOf(booked, 'debit'), sumOf(booked, 'credit')]).toEqual([amount, amount])
      }),
    )
  })
})

describe('splitBroughtBack', () => {
  it('makes a loss good, undoes a write-off, and pays the invoice before anything becomes credit', () => {
    expect(splitBroughtBack(100n, { open: 10n, writtenOff: 40n, loss: 20n })).toEqual({
      ...{ recovered: 20n, restored: 40n, invoice: 50n, credit: 30n },
    })
    expect(splitBroughtBack(100n, { open: 100n, writtenOff: 40n, loss: 0n })).toEqual({
      ...{ recovered: 0n, restored: 0n, invoice: 100n, credit: 0n },
    })
  })

  it('never pays more than is owed, and books what arrived', () => {
    fc.assert(
      fc.property(minor, minor, minor, minor, (amount, open, writtenOff, loss) => {
        const brought = splitBroughtBack(amount, { open, writtenOff, loss })
        expect(brought.invoice <= open + brought.restored && brought.restored <= writtenOff).toBe(true)
        const booked = bookBroughtBack(event, brought)
        expect([sumOf(booked, 'debit'), sumOf(booked, 'credit')]).toEqual([amount, amount])
        expect(booked.postings.every((posting) => posting.minor > 0n)).toBe(true)
      }),
    )
  })
})
