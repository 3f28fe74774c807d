/**
 * From a recommendation to a signed statement, from top to bottom. Each step reads what it needs, calculates in the
 * engine without any input or output, and writes its result before the next one begins:
 *
 * | step | what it does | calculated in | written by |
 * |---|---|---|---|
 * | collect | recommendations that were done become recorded actions | - | `store/savings/actions` |
 * | baseline | the bill shows the change; what came before is frozen | `engine/savings/recording`, `baseline` | `store/savings/actions` |
 * | substitute | what replaced removed capacity is found in the complete bill | `engine/savings/substitution` | `store/savings/substitution` |
 * | settle | the month is calculated from the bill | `engine/savings/month/calculate-month` | `store/savings/statements` (the run) |
 * | book | what is new becomes entries of the ledger, with the fee | `engine/savings/statement/complete-statement` | with the statement |
 * | sign | the statement is signed, and stored with its entries | `engine/savings/statement/sign-statement` | `store/savings/ledger` |
 *
 * The first two run for all actions, the third for each currency, the others for every month since the first action.
 */
import type { Month } from '@kept/domain/hour.ts'
import { type SavingsConfig, savingsConfigSchema } from '@kept/domain/savings-config.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { hoursOfMonth, monthOfHour } from '@kept/foundation/calendar/hour.ts'
import { utcMonth } from '@kept/foundation/calendar/instant.ts'
import { currentLoadsWithDays } from '@kept/store/loads/of-days.ts'
import { listActions } from '@kept/store/savings/actions.ts'
import { collectActions } from './collect-actions.ts'
import type { SavingsDeps } from './deps.ts'
import { currentSubstitution } from './find-substitution.ts'
import { freezeWaiting } from './freeze-waiting.ts'
import type { CountingAction } from './month-order.ts'
import { runMonth } from './run-month.ts'

interface SavingsRun {
  /** Actions that started to count. */
  frozen: number
  /** Recalculated months. Unchanged ones are skipped. */
  months: number
  statements: number
}

export const defaultConfig: SavingsConfig = savingsConfigSchema.parse({})

export async function runSavings(deps: SavingsDeps, scope: Scope, signal?: AbortSignal): Promise<SavingsRun> {
  const loads = await currentLoadsWithDays(deps.database, scope)
  const loadIds = loads.map(({ id }) => id)
  await collectActions(deps, scope)
  const frozen = await freezeBaselines(deps, scope, loadIds, signal)
  const run: SavingsRun = { frozen, months: 0, statements: 0 }
  for (const [currency, counting] of await countingByCurrency(deps, scope)) {
    const substitution = await currentSubstitution(deps, scope, { counting, currency, loadIds })
    for (const month of monthsOf(counting, deps.now())) {
      signal?.throwIfAborted()
      const order = { month, currency, counting, loads, config: defaultConfig, substitution }
      const outcome = await runMonth(deps, scope, order)
      if (outcome !== 'unchanged') run.months += 1
      if (outcome === 'issued') run.statements += 1
    }
  }
  return run
}

/** Step "baseline", oldest first; without a bill there is nothing to see a change in. */
async function freezeBaselines(
  deps: SavingsDeps,
  scope: Scope,
  loadIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<number> {
  if (loadIds.length === 0) return 0
  const waiting = (await listActions(deps.database, scope, { state: 'waiting' })).toReversed()
  return freezeWaiting(deps, scope, loadIds, waiting, signal)
}

async function countingByCurrency(deps: SavingsDeps, scope: Scope): Promise<[string, CountingAction[]][]> {
  const counting = (await listActions(deps.database, scope, { state: 'counting' })).flatMap(
    ({ action, currency, input }) => (action ? [{ action, currency, demand: input.demand }] : []),
  )
  return [...Map.groupBy(counting, ({ currency }) => currency)].toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Months from the first action to now. */
function monthsOf(counting: readonly CountingAction[], now: Date): Month[] {
  const first = counting.map(({ action }) => action.effective_time.slice(0, 7)).toSorted()[0]
  const last = utcMonth(now)
  const months: Month[] = []
  for (let month = first; month !== undefined && month <= last; month = monthOfHour(hoursOfMonth(month).to))
    months.push(month)
  return months
}
