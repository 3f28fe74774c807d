import type { JournalTransaction } from '@kept/domain/billing/journal.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookChargebackReturned, bookReturned, splitReceived, splitReturned } from './returned-money.ts'

const minor = fc.bigInt({ min: 0n, max: 10n ** 9n })
const event = { source: 'payment 1', currency: 'USD', description: 'Payment for KPT-2026-0001' }
const sumOf = ({ postings }: JournalTransaction, side: 'debit' | 'credit') =>
  postings.filter((posting) => posting.side === side).reduce((sum, posting) => sum + posting.minor, 0n)

describe('splitReceived', () => {
  it('pays the invoice, and adds the rest to the credit balance', () => {
    expect(splitReceived(100n, { open: 80n, writtenOff: 0n })).toEqual({ invoice: 80n, restored: 0n, credit: 20n })
    expect(splitReceived(50n, { open: 80n, writtenOff: 0n })).toEqual({ invoice: 50n, restored: 0n, credit: 0n })
  })

  it('undoes a write-off before anything becomes credit', () => {
    expect(splitReceived(100n, { open: 0n, writtenOff: 70n })).toEqual({ invoice: 70n, restored: 70n, credit: 30n })
  })

  it('never pays more than is owed, and books what arrived', () => {
    fc.assert(
      fc.property(minor, minor, minor, (amount, open, writtenOff) => {
        const received = splitReceived(amount, { open, writtenOff })
        expect(received.invoice + received.credit).toBe(amount)
        expect(received.invoice <= open + received.restored && received.restored <= writtenOff).toBe(true)
        const booked = bookChargebackReturned(event, received)
        expect([sumOf(booked, 'debit'), sumOf(booked, 'credit')]).toEqual([amount, amount])
        expect(booked.postings.every((posting) => posting.minor > 0n)).toBe(true)
      }),
    )
  })
})

describe('splitReturned', () => {
  it('takes credit first, then the invoice is owed again, and only then it is a loss', () => {
    expect(splitReturned(100n, { credit: 30n, paid: 50n })).toEqual({ credit: 30n, invoice: 50n, loss: 20n })
    expect(splitReturned(100n, { credit: 0n, paid: 100n })).toEqual({ credit: 0n, invoice: 100n, loss: 0n })
  })

  it('takes no more than there is, and books what left', () => {
    fc.assert(
      fc.property(minor, minor, minor, (amount, credit, paid) => {
        const returned = splitReturned(amount, { credit, paid })
        expect(returned.credit <= credit && returned.invoice <= paid && returned.loss >= 0n).toBe(true)
        const booked = bookReturned('refund', event, returned)
        expect([sumOf(booked, 'debit'), sumOf(booked, 'credit')]).toEqual([amount, amount])
      }),
    )
  })
})
