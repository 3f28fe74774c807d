/** The bill of a world, one billing account at a time. */
import type { BillingAccount, World } from '../world/world.ts'
import { adjustmentRows, slipRows, taxRows } from './adjustment-rows.ts'
import { openBooks } from './books.ts'
import { commitmentRows } from './commitment-rows.ts'
import type { BillRow } from './row.ts'
import { usageRows } from './usage-rows.ts'

/** Streams every line of one billing account over the world's days. */
export function* billOf(world: World, billingAccount: BillingAccount): Generator<BillRow> {
  const books = openBooks()
  const { days } = world
  const isOurs = ({ account }: { account: { billingAccount: BillingAccount } }) =>
    account.billingAccount.id === billingAccount.id
  const commitments = world.commitments.filter(isOurs)
  for (const resource of world.resources.filter(isOurs)) {
    for (const charge of resource.charges) {
      const commitment = commitments.find(({ id }) => id === charge.covered)
      if (charge.covered && !commitment) throw new RangeError(`${resource.name} names a missing commitment.`)
      yield* usageRows(resource, charge, commitment, days, books)
    }
  }
  for (const commitment of commitments) yield* commitmentRows(commitment, days, books)
  for (const adjustment of world.adjustments.filter(isOurs)) yield* adjustmentRows(adjustment, days, books)
  for (const slip of world.slips.filter(isOurs)) yield* slipRows(slip, days)
  const percent = world.taxPercent[billingAccount.id]
  const first = world.accounts.find((account) => account.billingAccount.id === billingAccount.id)
  if (percent !== undefined && first) yield* taxRows(world, first, percent, books)
}
