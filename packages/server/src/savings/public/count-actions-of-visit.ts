/** The changes of a visitor of the demo start to count when the bill of the visit shows them. */
import type { Scope } from '@kept/domain/scope.ts'
import { currentLoadsWithDays } from '@kept/store/loads/of-days.ts'
import { listActionsOfVisit } from '@kept/store/savings/actions.ts'
import type { Services } from '../../platform/context.ts'
import { freezeWaiting } from '../freeze-waiting.ts'

/** Returns how many count from now on. The ledger itself is never written in a visit. */
export async function countActionsOfVisit(
  { state, now }: Pick<Services, 'state' | 'now'>,
  scope: Scope,
): Promise<number> {
  const { database, warehouse } = state
  const loadIds = (await currentLoadsWithDays(database, scope)).map(({ id }) => id)
  return freezeWaiting({ database, warehouse, now }, scope, loadIds, await listActionsOfVisit(database, scope))
}
