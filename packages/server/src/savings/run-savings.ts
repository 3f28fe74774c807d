/**
 * Recalculates every month since the first action from the current bill. A month with a closed bill gets a signed
 * statement, a closed month with a changed bill gets a true-up, all others are provisional.
 */
import type { Month } from '@kept/domain/hour.ts'
import type { SavingPart } from '@kept/domain/saving.ts'
import { type SavingsConfig, savingsConfigSchema } from '@kept/domain/savings-config.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import type { CalculatedMonth } from '@kept/engine/savings/month/calculate-month.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { type Hour, hoursOfMonth, monthOfHour, toHour } from '@kept/foundation/calendar/hour.ts'
import { dayMs, utcDay, utcMonth } from '@kept/foundation/calendar/instant.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { currentLoadsWithDays, type LoadOfDays } from '@kept/store/loads/of-days.ts'
import { addActions, findUnrecordedRecommendations, listActions } from '@kept/store/savings/actions.ts'
import { listRuns, listStatements, noteRun } from '@kept/store/savings/statements.ts'
import { closeMonth, draftOf, isAboutMonth } from './close-month.ts'
import type { SavingsDeps } from './deps.ts'
import { currentSubstitution, substitutionOf } from './find-substitution.ts'
import { sha256 } from './freeze-action.ts'
import { freezeWaiting } from './freeze-waiting.ts'
import type { CountingAction, MonthOrder } from './month-order.ts'
import { readStated } from './read-stated.ts'

interface SavingsRun {
  /** Actions that started to count. */
  frozen: number
  /** Recalculated months. Unchanged ones are skipped. */
  months: number
  statements: number
}

/** A bill is closed this long after its month, if it has charges up to the last day. */
const closesAfterHours = 5 * 24
/** The change of a recommendation is searched this long before it was marked as done. */
const lookBackMs = 30 * dayMs

export const defaultConfig: SavingsConfig = savingsConfigSchema.parse({})

export async function runSavings(deps: SavingsDeps, scope: Scope, signal?: AbortSignal): Promise<SavingsRun> {
  const loads = await currentLoadsWithDays(deps.database, scope)
  const frozen = await recordAndFreeze(deps, scope, loads, signal)
  const counting = (await listActions(deps.database, scope, { state: 'counting' })).flatMap(
    ({ action, currency, input }) => (action ? [{ action, currency, demand: input.demand }] : []),
  )
  let months = 0
  let statements = 0
  for (const currency of [...new Set(counting.map((entry) => entry.currency))].toSorted()) {
    const ofCurrency = counting.filter((entry) => entry.currency === currency)
    const substitution = await currentSubstitution(deps, scope, {
      ...{ counting: ofCurrency, currency },
      loadIds: loads.map(({ id }) => id),
    })
    for (const month of monthsOf(ofCurrency, deps.now())) {
      signal?.throwIfAborted()
      const outcome = await runMonth(deps, scope, {
        ...{ month, currency, counting: ofCurrency, loads, config: defaultConfig, substitution },
      })
      if (outcome !== 'unchanged') months += 1
      if (outcome === 'issued') statements += 1
    }
  }
  return { frozen, months, statements }
}

async function recordAndFreeze(
  deps: SavingsDeps,
  scope: Scope,
  loads: readonly LoadOfDays[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const recommendations = await findUnrecordedRecommendations(deps.database, scope)
  await addActions(
    deps.database,
    scope,
    recommendations.map(({ id, completed_at, resource_id, title, rule, currency, monthly_savings: estimate }) => {
      const completedAfter = new Date(completed_at.getTime() - lookBackMs).toISOString()
      return {
        input: { resource_id, not_before: `${completedAfter.slice(0, 13)}:00:00Z`, evidence: id },
        ...{ title, recommendation_id: id, rule, currency, estimate, actorName: 'Kept', now: deps.now() },
      }
    }),
  )
  if (loads.length === 0) return 0
  const waiting = (await listActions(deps.database, scope, { state: 'waiting' })).toReversed()
  return freezeWaiting(
    deps,
    scope,
    loads.map(({ id }) => id),
    waiting,
    signal,
  )
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

type Outcome = 'unchanged' | 'provisional' | 'issued' | 'agrees'

async function runMonth(
  deps: SavingsDeps,
  scope: Scope,
  {
    month,
    currency,
    counting,
    loads,
    config,
    substitution,
  }: Omit<MonthOrder, 'loadIds' | 'stated'> & { loads: readonly LoadOfDays[]; substitution: Substitution },
): Promise<Outcome> {
  const { database, now } = deps
  const relevant = counting.filter(({ action }) => isAboutMonth(action, month, config))
  const ofMonth = loads.filter(({ first, last }) => first.slice(0, 7) <= month && last.slice(0, 7) >= month)
  const isFinal = isClosed(month, ofMonth, now())
  const measured = await readStated(deps, scope, { month, currency, counting: relevant })
  const ofActions = relevant.map(({ action }) => action)
  const stated = { ...measured, substitution: substitutionOf(substitution, month, ofActions) }
  // Replacements are searched after every import. A month is recalculated only when they changed.
  const { search: _, ...foundSubstitution } = stated.substitution
  const replacements =
    foundSubstitution.matches.length +
    foundSubstitution.shapes.length +
    (foundSubstitution.uncertain_groups?.length ?? 0)
  const inputs_key = sha256(
    canonicalJson([
      ...[ofMonth.map(({ id }) => id), ofActions, config, methodVersion, isFinal],
      ...(stated.demand.length + stated.price_notices.length + replacements > 0
        ? [{ ...stated, substitution: foundSubstitution }]
        : []),
    ]),
  )
  const before = (await listRuns(database, scope)).find((run) => run.period === month && run.currency === currency)
  if (before?.inputs_key === inputs_key || relevant.length === 0 || ofMonth.length === 0) return 'unchanged'
  const order = { month, currency, config, stated, counting: relevant, loadIds: ofMonth.map(({ id }) => id) }
  const wasFinal = before?.state === 'final'
  // A closed month stays closed. Missing last days are a correction like any other.
  const closed = isFinal || wasFinal ? await closeMonth(deps, scope, order) : undefined
  const calculatedMonth = closed?.calculatedMonth ?? (await provisional(deps, scope, order))
  await noteRun(database, scope, {
    ...{ period: month, currency, inputs_key, calculated_at: now(), state: closed ? 'final' : 'provisional' },
    ...figuresOf(calculatedMonth),
  })
  if (!closed) return 'provisional'
  await deps.checkpoints.write(scope, await listStatements(database, scope))
  return closed.issued ? 'issued' : 'agrees'
}

async function provisional(deps: SavingsDeps, scope: Scope, order: MonthOrder): Promise<CalculatedMonth> {
  const draft = await draftOf(deps, scope, order)
  return deps.calculateMonth(scope, order.loadIds, setupOf(draft, sha256))
}

function isClosed(month: Month, loads: readonly LoadOfDays[], now: Date): boolean {
  const { to } = hoursOfMonth(month)
  const hourNow: Hour = toHour(now.toISOString())
  const lastDay = utcDay((to - 1) * 3_600_000)
  return hourNow >= to + closesAfterHours && loads.some(({ last }) => last >= lastDay)
}

function figuresOf({ parts, held, gaps }: CalculatedMonth) {
  const byPart: Partial<Record<SavingPart, bigint>> = {}
  for (const { part, amount } of parts) byPart[part] = (byPart[part] ?? 0n) + amount
  const net = parts.reduce((total, { part, amount }) => (part === 'avoidance' ? total : total + amount), 0n)
  return {
    net: String(net),
    parts: JSON.stringify(Object.fromEntries(Object.entries(byPart).map(([part, amount]) => [part, String(amount)]))),
    replaced: JSON.stringify(
      Object.fromEntries(
        parts.flatMap(({ action, part, amount }) => (part === 'replaced' ? [[action, String(amount)]] : [])),
      ),
    ),
    held: JSON.stringify(held),
    gaps: JSON.stringify(gaps),
  }
}
