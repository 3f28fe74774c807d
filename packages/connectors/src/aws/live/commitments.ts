/**
 * Reserved instances and Savings Plans of an account, or of its organization when it is the management account, with
 * what they cost and how much of them was used, from Cost Explorer.
 */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseCursor } from '@kept/domain/sync/operations.ts'
import type { LivePermission, LivePort } from '@kept/domain/sync/port.ts'
import { lastDays, type ReadPage } from './commitments/cost-explorer.ts'
import { readReservationsOf, reservationAction, reservedServices } from './commitments/reservations.ts'
import { readSavingsPlans, savingsPlanAction } from './commitments/savings-plans.ts'
import type { AwsSession } from './session.ts'

const permissions: readonly LivePermission[] = [
  {
    action: reservationAction,
    reason: 'Reads what reserved instances cost, how much of them was used, and their end.',
  },
  { action: savingsPlanAction, reason: 'Reads what Savings Plans cost, how much of them was used, and their end.' },
]

const reads: readonly ReadPage[] = [...reservedServices.map(readReservationsOf), readSavingsPlans]

export const commitmentsPort: LivePort<AwsSession> = {
  dataset: 'commitments',
  // The management account answers for all members; asking each of them would be paid for each of them.
  scope: 'connection',
  unlocks: 'Unused reserved instances and Savings Plans, and when they end',
  permissions,
  async readPage(session, location, { cursor, nowMs }) {
    const [index, token] = parseCursor(cursor)
    const read = reads[index]
    if (!read) throw new SyncFailure('unexpected', `The position "${cursor}" in the commitments does not exist.`)
    const { items, next } = await read(session, location, { period: lastDays(nowMs), token })
    if (next !== undefined && next === token)
      throw new SyncFailure('unexpected', 'Cost Explorer returned the same page of commitments twice.', {
        action: index < reservedServices.length ? reservationAction : savingsPlanAction,
      })
    return {
      items,
      points: [],
      next: next !== undefined ? `${index}:${next}` : index + 1 < reads.length ? `${index + 1}:` : null,
    }
  },
}

/** One request for each permission, as a check sends them. */
export function commitmentProbes(session: AwsSession, nowMs: number): (() => Promise<unknown>)[] {
  const location = { accountId: '', accountName: '', region: session.homeRegion }
  const request = { period: lastDays(nowMs), token: undefined }
  return [readReservationsOf(reservedServices[0]), readSavingsPlans].map(
    (read) => () => read(session, location, request),
  )
}
