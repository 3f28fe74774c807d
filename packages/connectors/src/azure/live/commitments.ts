/**
 * Reservations and savings plans of the tenant, with their use over the last 30 days. They belong to no subscription:
 * reading them takes roles of their own, and without these Azure lists none.
 */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseCursor } from '@kept/domain/sync/operations.ts'
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import {
  hasReservations,
  orderAction,
  readReservations,
  reservationAction,
  reservationsPath,
} from './commitments/reservations.ts'
import { readSavingsPlans, savingsPlanAction, savingsPlansPath } from './commitments/savings-plans.ts'
import type { AzureSession } from './session.ts'

/** The built-in roles that allow it, and where they are assigned. */
export const commitmentRoles = [
  { role: 'Reservations Reader', scope: '/providers/Microsoft.Capacity' },
  { role: 'Savings plan Reader', scope: '/providers/Microsoft.BillingBenefits' },
] as const

export const commitmentPermissions: readonly LivePermission[] = [
  { action: reservationAction, reason: 'Lists reservations, with their use and their end.' },
  { action: orderAction, reason: 'Reads what each reservation costs.' },
  { action: savingsPlanAction, reason: 'Lists savings plans, with their cost, use and end.' },
]

const lists = [readReservations, readSavingsPlans] as const

export const commitmentsPort: LivePort<AzureSession> = {
  dataset: 'commitments',
  scope: 'connection',
  unlocks: 'Unused reservations and savings plans, and when they end',
  permissions: commitmentPermissions,
  async readPage(session, location, { cursor }) {
    const [index, token] = parseCursor(cursor)
    const read = lists[index]
    if (!read) throw new SyncFailure('unexpected', `The position "${cursor}" in the commitments does not exist.`)
    const { items, next } = await read(session, location, token)
    if (next !== undefined && next === token)
      throw new SyncFailure('unexpected', 'Azure returned the same page of commitments twice.', {
        action: index === 0 ? reservationAction : savingsPlanAction,
      })
    // Without the role the list is empty as well: that must not remove what was listed before.
    if (index === 1 && items.length === 0 && token === undefined && !(await hasReservations(session)))
      throw new SyncFailure(
        'not_enabled',
        `Azure lists no reservation and no savings plan. If there are some, assign the roles ${commitmentRoles.map(({ role }) => role).join(' and ')} to Kept.`,
        { action: reservationAction },
      )
    return {
      items,
      points: [],
      next: next !== undefined ? `${index}:${next}` : index + 1 < lists.length ? `${index + 1}:` : null,
    }
  },
}

/** Which of the permissions are denied, by a request for each list. */
export async function missingCommitmentActions(session: AzureSession): Promise<string[]> {
  const missing: string[] = []
  for (const [action, path] of [
    [reservationAction, reservationsPath],
    [savingsPlanAction, savingsPlansPath],
  ] as const) {
    try {
      await session.send(action, path)
    } catch (error) {
      if (!(error instanceof SyncFailure) || error.kind === 'credentials') throw error
      if (error.kind === 'denied') missing.push(action)
    }
  }
  return missing
}
