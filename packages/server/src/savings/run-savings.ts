/**
 * The runs: every month from the first action on is worked out from the bill as it is now. A month whose bill is closed
 * gets its signed statement; one that is closed already gets a true-up when its bill has changed; the others are
 * provisional, and no entry of the ledger.
 */
import { type Hour, hoursOfMonth, type Month, monthOfHour, toHour } from '@kept/domain/hour.ts'
import type { SavingPart } from '@kept/domain/saving.ts'
import { type SavingsConfig, savingsConfigSchema } from '@kept/domain/savings-config.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Substitution } from '@kept/domain/substitution.ts'
import { canonicalJson } from '@kept/engine/savings/ledger/canonical-json.ts'
import type { SettledMonth } from '@kept/engine/savings/month/settle-month.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { setupOf } from '@kept/engine/savings/statement/statement-draft.ts'
import { currentLoadsWithDays, type LoadOfDays } from '@kept/store/loads/of-days.ts'
import { addActions, findUnrecordedFindings, listActions } from '@kept/store/savings/actions.ts'
import { listRuns, listStatements, noteRun } from '@kept/store/savings/statements.ts'
import { closeMonth, draftOf, isAboutMonth } from './close-month.ts'
import type { SavingsDoors } from './doors.ts'
import { currentSubstitution, substitutionOf } from './find-substitution.ts'
import { sha256 } from './freeze-action.ts'
import { freezeWaiting } from './freeze-waiting.ts'
import type { CountingAction, MonthOrder } from './month-order.ts'
import { readStated } from './read-stated.ts'

export interface SavingsRun {
  /** Actions that began to count. */
  frozen: number
  /** Months worked out; the others had not changed. */
  months: number
  statements: number
}

/** A bill is taken for closed so long after its month, when it has charges to the month's last day. */
const closesAfterHours = 5 * 24
/** A finding's change is looked for so long before somebody said that it was done. */
const lookBackMs = 30 * 86_400_000

export const usualConfig: SavingsConfig = savingsConfigSchema.parse({})

export async function runSavings(doors: SavingsDoors, scope: Scope, signal?: AbortSignal): Promise<SavingsRun> {
  const loads = await currentLoadsWithDays(doors.database, scope)
  const frozen = await recordAndFreeze(doors, scope, loads, signal)
  const counting = (await listActions(doors.database, scope, { state: 'counting' })).flatMap(
    ({ action, currency, wanted }) => (action ? [{ action, currency, demand: wanted.demand }] : []),
  )
  let months = 0
  let statements = 0
  for (const currency of [...new Set(counting.map((one) => one.currency))].toSorted()) {
    const own = counting.filter((one) => one.currency === currency)
    const substitution = await currentSubstitution(doors, scope, {
      ...{ counting: own, currency },
      loadIds: loads.map(({ id }) => id),
    })
    for (const month of monthsOf(own, doors.now())) {
      signal?.throwIfAborted()
      const outcome = await runMonth(doors, scope, {
        ...{ month, currency, counting: own, loads, config: usualConfig, substitution },
      })
      if (outcome !== 'unchanged') months += 1
      if (outcome === 'issued') statements += 1
    }
  }
  return { frozen, months, statements }
}

async function recordAndFreeze(
  doors: SavingsDoors,
  scope: Scope,
  loads: readonly LoadOfDays[],
  signal: AbortSignal | undefined,
): Promise<number> {
  const found = await findUnrecordedFindings(doors.database, scope)
  await addActions(
    doors.database,
    scope,
    found.map(({ id, done_at, resource_id, title, rule, currency, monthly_saving: estimate }) => {
      const since = new Date(done_at.getTime() - lookBackMs).toISOString()
      return {
        wanted: { resource_id, not_before: `${since.slice(0, 13)}:00:00Z`, evidence: id },
        ...{ title, finding_id: id, rule, currency, estimate, by: 'Kept', now: doors.now() },
      }
    }),
  )
  if (loads.length === 0) return 0
  const waiting = (await listActions(doors.database, scope, { state: 'waiting' })).toReversed()
  return freezeWaiting(
    doors,
    scope,
    loads.map(({ id }) => id),
    waiting,
    signal,
  )
}

/** From the first action's month to the present one. */
function monthsOf(counting: readonly CountingAction[], now: Date): Month[] {
  const first = counting.map(({ action }) => action.effective_time.slice(0, 7)).toSorted()[0]
  const last = now.toISOString().slice(0, 7)
  const months: Month[] = []
  for (let month = first; month !== undefined && month <= last; month = monthOfHour(hoursOfMonth(month).to))
    months.push(month)
  return months
}

type Outcome = 'unchanged' | 'provisional' | 'issued' | 'agrees'

async function runMonth(
  doors: SavingsDoors,
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
  const { database, now } = doors
  const about = counting.filter(({ action }) => isAboutMonth(action, month, config))
  const ofMonth = loads.filter(({ first, last }) => first.slice(0, 7) <= month && last.slice(0, 7) >= month)
  const isFinal = isClosed(month, ofMonth, now())
  const measured = await readStated(doors, scope, { month, currency, counting: about })
  const ofActions = about.map(({ action }) => action)
  const stated = { ...measured, substitution: substitutionOf(substitution, month, ofActions) }
  // What was searched changes with every delivery; a month is worked out again when what was found has changed.
  const { search: _, ...found } = stated.substitution
  const replacements = found.matches.length + found.shapes.length + (found.uncertain_groups?.length ?? 0)
  const inputs_key = sha256(
    canonicalJson([
      ...[ofMonth.map(({ id }) => id), ofActions, config, methodVersion, isFinal],
      ...(stated.demand.length + stated.price_notices.length + replacements > 0
        ? [{ ...stated, substitution: found }]
        : []),
    ]),
  )
  const before = (await listRuns(database, scope)).find((run) => run.period === month && run.currency === currency)
  if (before?.inputs_key === inputs_key || about.length === 0 || ofMonth.length === 0) return 'unchanged'
  const order = { month, currency, config, stated, counting: about, loadIds: ofMonth.map(({ id }) => id) }
  const wasFinal = before?.state === 'final'
  // What was closed stays closed: a bill that has lost its last days is a correction like any other.
  const closed = isFinal || wasFinal ? await closeMonth(doors, scope, order) : undefined
  const settled = closed?.settled ?? (await provisional(doors, scope, order))
  await noteRun(database, scope, {
    ...{ period: month, currency, inputs_key, ran_at: now(), state: closed ? 'final' : 'provisional' },
    ...figuresOf(settled),
  })
  if (!closed) return 'provisional'
  await doors.checkpoints.write(scope, await listStatements(database, scope))
  return closed.issued ? 'issued' : 'agrees'
}

async function provisional(doors: SavingsDoors, scope: Scope, order: MonthOrder): Promise<SettledMonth> {
  const draft = await draftOf(doors, scope, order)
  return doors.settle(scope, order.loadIds, setupOf(draft, sha256))
}

function isClosed(month: Month, loads: readonly LoadOfDays[], now: Date): boolean {
  const { to } = hoursOfMonth(month)
  const hourNow: Hour = toHour(now.toISOString())
  const lastDay = new Date((to - 1) * 3_600_000).toISOString().slice(0, 10)
  return hourNow >= to + closesAfterHours && loads.some(({ last }) => last >= lastDay)
}

function figuresOf({ parts, held, gaps }: SettledMonth) {
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
