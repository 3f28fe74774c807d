/** Starts the savings jobs. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'
import { calculateFromBill } from './calculate-from-bill.ts'
import { openCheckpoints } from './checkpoints.ts'
import type { SavingsDeps } from './deps.ts'
import { runAndNotify, savingsHourlyJob, savingsJob } from './jobs.ts'
import { openStatementKey } from './signing-key.ts'

/** `ruleFor` returns the commission rule, passed in by the composition root. */
export function savingsDeps(
  { state, config, secrets, now }: Pick<Services, 'state' | 'config' | 'secrets' | 'now'>,
  ruleFor: SavingsDeps['ruleFor'],
): SavingsDeps {
  return {
    database: state.database,
    warehouse: state.warehouse,
    signer: openStatementKey(config.dataFolder, secrets),
    checkpoints: openCheckpoints(config.dataFolder),
    now,
    ruleFor,
    calculateMonth: (scope, loadIds, setup) => calculateFromBill(state.warehouse, scope, loadIds, setup),
  }
}

/** Starts the jobs. Call the returned function after a bill changed. */
export async function startSavings(
  services: Services,
  ruleFor: SavingsDeps['ruleFor'],
): Promise<(scope: Scope) => Promise<void>> {
  const deps = { deps: savingsDeps(services, ruleFor), services }
  await services.jobs.work(savingsJob, deps)
  await services.jobs.work(savingsHourlyJob, deps)
  return async (scope) => {
    try {
      await runAndNotify(deps, scope)
    } catch (error) {
      // Savings must not block an import: failures are logged and queued again.
      services.log.warn(
        { event: 'savings.calculate_failed', organization_id: scope.organizationId, err: error },
        'could not calculate savings, queued again',
      )
      await services.jobs.send(savingsJob, { organization_id: scope.organizationId })
    }
  }
}
