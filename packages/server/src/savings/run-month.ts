/**
 * Steps "settle", "book" and "sign" of one month: a month with a closed bill gets a signed statement, a closed month
 * with a changed bill a true-up, all others are provisional. Skipped while nothing it depends on has changed.
 */
import type { Month } from '@kept/domain/hour.ts'
import type { SavingPart } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import { figuresOfActions } from '@kept/engine/savings/month/action-figures.ts'
import type { CalculatedMonth } from '@kept/engine/savings/month/calculate-month.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { type Hour, hoursOfMonth, toHour } from '@kept/foundation/calendar/hour.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import type { LoadOfDays } from '@kept/store/loads/of-days.ts'
import { listRuns, listStatements, noteRun } from '@kept/store/savings/statements.ts'
import { closeMonth, draftOf, isAboutMonth } from './close-month.ts'
import type { SavingsDeps } from './deps.ts'
import { substitutionOf } from './find-substitution.ts'
import { sha256 } from './freeze-action.ts'
import type { MonthOrder } from './month-order.ts'
import { readStated } from './read-stated.ts'

/** A bill is closed this long after its month, if it has charges up to the last day. */
const closesAfterHours = 5 * 24

type Outcome = 'unchanged' | 'provisional' | 'issued' | 'agrees'

export async function runMonth(
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
    actions: JSON.stringify(figuresOfActions(parts)),
  }
}
