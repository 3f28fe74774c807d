/** Searches the customer's bills again for replacements of removed resources. */
import type { Statement } from '@kept/domain/statement.ts'
import { noSubstitution, type Substitution, type SubstitutionSearched } from '@kept/domain/substitution.ts'
import { firstOtherReplacement, firstUnnamed } from '@kept/engine/savings/statement/check-substitution.ts'
import { fromHour, type Hour, hoursOfMonth, toHour } from '@kept/foundation/calendar/hour.ts'
import { readCoveredHours } from '@kept/store/ledger/savings/bill-facts.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import { findSubstitution, substitutionOf } from '../../savings/find-substitution.ts'
import type { ReadBill } from './read-into-engine.ts'

export interface ReplacementsChecked {
  /** The first replacement that differs from the bill, as an error message; null if none. */
  disagreement: string | null
  /** Number of replacements in the statement. */
  stated: number
  /** Date range of the bills that are missing for a complete search; null if none. */
  missing: { from: string; to: string } | null
}

/** Bills must start this long before an action to show resources that shared the name before. */
const hoursBefore = 7 * 24
const resourcesAtOnce = 200

export async function checkReplacements(bill: ReadBill, statement: Statement): Promise<ReplacementsChecked> {
  const stated = statement.substitution ?? noSubstitution
  const count = new Set(stated.matches.flatMap(({ replacements }) => replacements.map(({ resource }) => resource))).size
  const { search } = stated
  if (!search) return { disagreement: null, stated: count, missing: null }
  const span = {
    loadIds: bill.loadIds,
    currency: statement.currency,
    from: toHour(search.from),
    to: toHour(search.until),
  }
  const covered = await readCoveredHours(bill.warehouse, bill.scope, span)
  const recalculated = substitutionOf(await searchAgain(bill, statement, search), statement.period, statement.actions)
  if (covered.size === search.covered_hours && bill.passedOver === 0)
    return { disagreement: firstOtherReplacement(stated, recalculated), stated: count, missing: null }
  const disagreement =
    firstUnnamed(stated, certainOf(recalculated, statement, covered)) ?? (await firstAbsent(bill, statement, covered))
  return { disagreement, stated: count, missing: { from: search.from, to: search.until } }
}

function searchAgain(
  { warehouse, scope, loadIds }: ReadBill,
  { actions, currency }: Statement,
  { other_actions, unrelated, demand, until }: SubstitutionSearched,
): Promise<Substitution> {
  return findSubstitution(warehouse, scope, {
    ...{ actions: [...actions, ...other_actions], currency, loadIds, unrelated, demand },
    until: toHour(until),
  })
}

/** Matches that partial bills are enough to confirm: the same resource under another id, with a unique name. */
function certainOf(
  { matches }: Substitution,
  { actions, period }: Statement,
  covered: ReadonlySet<Hour>,
): Substitution {
  const first = covered.values().next().value ?? 0
  const { to } = hoursOfMonth(period)
  const isSeen = (id: string) =>
    actions.some((action) => action.id === id && toHour(action.effective_time) >= first + hoursBefore)
  return {
    shapes: [],
    matches: matches.flatMap((match) => {
      const isAlone = match.match === 'identity' && match.hourly_limit === null
      const seenActions = isAlone ? match.actions.filter(isSeen) : []
      const replacements = match.replacements.filter(({ begins }) => toHour(begins) < to)
      return seenActions.length > 0 && replacements.length > 0 ? [{ ...match, actions: seenActions, replacements }] : []
    }),
  }
}

/** A replacement that starts within the month must be on the month's bill. */
async function firstAbsent(
  { warehouse, scope, loadIds }: ReadBill,
  { substitution, currency, period }: Statement,
  covered: ReadonlySet<Hour>,
): Promise<string | null> {
  const month = hoursOfMonth(period)
  const namedReplacements = (substitution?.matches ?? []).flatMap(({ actions, replacements }) =>
    replacements
      .filter(({ begins }) => covered.has(toHour(begins)) && toHour(begins) >= month.from && toHour(begins) < month.to)
      .map(({ resource, begins }) => ({ resource, begins, action: actions[0] ?? '' })),
  )
  if (namedReplacements.length === 0) return null
  const resources = [...new Set(namedReplacements.map(({ resource }) => resource))]
  const billedResources = new Set<string>()
  for (let index = 0; index < resources.length; index += resourcesAtOnce) {
    const batch = resources.slice(index, index + resourcesAtOnce)
    const lines = await readResourceLines(warehouse, scope, { loadIds, currency, ...month }, batch)
    for (const { resource } of lines) billedResources.add(resource)
  }
  const absent = namedReplacements.find(({ resource }) => !billedResources.has(resource))
  return absent
    ? `The statement names ${absent.resource} as the replacement for action "${absent.action}" from ${fromHour(toHour(absent.begins))}, but it is not on your bill.`
    : null
}
