import { describe, expect, it } from 'vitest'
import { type ChargeAtRail, type ChargeInJournal, compareMovements } from './compare-movements.ts'

const atRail = (chargeRef: string, minor: bigint, lastAt = 100): ChargeAtRail => ({
  ...{ chargeRef, currency: 'USD', minor, lastAt },
})
const inJournal = (chargeRef: string, minor: bigint, lastAt = 100): ChargeInJournal => ({
  ...{ chargeRef, paymentId: `payment of ${chargeRef}`, organizationId: 'o-1', currency: 'USD', minor, lastAt },
})

describe('compareMovements', () => {
  it('finds nothing where both sides agree', () => {
    expect(compareMovements([atRail('pi_1', 500n)], [inJournal('pi_1', 500n)], 1000)).toEqual([])
  })

  it('names what only one side knows, and what differs', () => {
    const rail = [atRail('pi_1', 500n), atRail('pi_2', 300n)]
    const journal = [inJournal('pi_2', 200n), inJournal('pi_3', 100n)]
    expect(compareMovements(rail, journal, 1000)).toMatchObject([
      { kind: 'missing_in_journal', chargeRef: 'pi_1', railMinor: 500n, journalMinor: 0n, paymentId: null },
      { kind: 'amount_differs', chargeRef: 'pi_2', railMinor: 300n, journalMinor: 200n },
      { kind: 'missing_at_rail', chargeRef: 'pi_3', railMinor: 0n, journalMinor: 100n },
    ])
  })

  it('waits for what is on its way', () => {
    expect(compareMovements([atRail('pi_1', 500n, 1000)], [], 1000)).toEqual([])
    expect(compareMovements([atRail('pi_1', 500n)], [inJournal('pi_1', 400n, 1000)], 1000)).toEqual([])
  })

  it('compares each currency for itself', () => {
    const euros = { ...atRail('pi_1', 500n), currency: 'EUR' }
    expect(compareMovements([euros], [inJournal('pi_1', 500n)], 1000)).toHaveLength(2)
  })
})
