/** The savings feature, put together from the parts a running Kept has. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'
import { openCheckpoints } from './checkpoints.ts'
import type { SavingsDoors } from './doors.ts'
import { runAndTell, savingsHourlyJob, savingsJob } from './jobs.ts'
import { settleFromBill } from './settle-from-bill.ts'
import { openStatementKey } from './signing-key.ts'

/** `ruleFor` is the commission's: features are strangers, so the composer passes it in. */
export function savingsDoors(
  { state, config, secrets, now }: Pick<Services, 'state' | 'config' | 'secrets' | 'now'>,
  ruleFor: SavingsDoors['ruleFor'],
): SavingsDoors {
  return {
    database: state.database,
    warehouse: state.warehouse,
    signer: openStatementKey(config.dataFolder, secrets),
    checkpoints: openCheckpoints(config.dataFolder),
    now,
    ruleFor,
    settle: (scope, loadIds, setup) => settleFromBill(state.warehouse, scope, loadIds, setup),
  }
}

/** Starts the jobs; what is handed back is run after a bill has changed. */
export async function startSavings(
  services: Services,
  ruleFor: SavingsDoors['ruleFor'],
): Promise<(scope: Scope) => Promise<void>> {
  const doors = { doors: savingsDoors(services, ruleFor), services }
  await services.jobs.work(savingsJob, doors)
  await services.jobs.work(savingsHourlyJob, doors)
  return async (scope) => {
    try {
      await runAndTell(doors, scope)
    } catch (error) {
      // A bill that is in must not be held up by its savings: the queue tries again, and the log says why.
      services.log.warn({ err: error, organization_id: scope.organizationId }, 'savings failed, queued again')
      await services.jobs.send(savingsJob, { organization_id: scope.organizationId })
    }
  }
}
