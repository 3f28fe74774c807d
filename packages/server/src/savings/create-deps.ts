import type { Services } from '../platform/context.ts'
import { openSigningKey } from '../platform/signing-key.ts'
import { calculateFromBill } from './calculate-from-bill.ts'
import { openCheckpoints } from './checkpoints.ts'
import type { SavingsDeps } from './deps.ts'

/** `ruleFor` returns the commission rule, which is another feature's. */
export function savingsDeps(
  { state, config, secrets, now }: Pick<Services, 'state' | 'config' | 'secrets' | 'now'>,
  ruleFor: SavingsDeps['ruleFor'],
): SavingsDeps {
  return {
    database: state.database,
    warehouse: state.warehouse,
    signer: openSigningKey(config.sharedFolder, secrets),
    checkpoints: openCheckpoints(config.sharedFolder),
    now,
    ruleFor,
    calculateMonth: (scope, loadIds, setup) => calculateFromBill(state.warehouse, scope, loadIds, setup),
  }
}
