/** What replaced what the actions removed, searched again in the customer's own bills. */
import { fromHour, type Hour, hoursOfMonth, toHour } from '@kept/domain/hour.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { noSubstitution, type Substitution, type SubstitutionSearched } from '@kept/domain/substitution.ts'
import { firstOtherReplacement, firstUnnamed } from '@kept/engine/savings/statement/check-substitution.ts'
import { readCoveredHours } from '@kept/store/ledger/savings/bill-facts.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import { findSubstitution, substitutionOf } from '../../savings/find-substitution.ts'
import type { ReadBill } from './read-into-engine.ts'

export interface ReplacementsChecked {
  /** The first that your bill gives otherwise, as a sentence; null: none. */
  fault: string | null
  /** Named by the statement. */
  stated: number
  /** Which bills it takes to search all that was searched; null: these were given. */
  missing: { from: string; to: string } | null
}

/** In bills that begin later than so long before an action, what shared its name before cannot be seen. */
const hoursBefore = 7 * 24
const resourcesAtOnce = 200

export async function checkReplacements(bill: ReadBill, statement: Statement): Promise<ReplacementsChecked> {
  const stated = statement.substitution ?? noSubstitution
  const count = new Set(stated.matches.flatMap(({ replacements }) => replacements.map(({ resource }) => resource))).size
  const { search } = stated
  if (!search) return { fault: null, stated: count, missing: null }
  const span = {
    loadIds: bill.loadIds,
    currency: statement.currency,
    from: toHour(search.from),
    to: toHour(search.until),
  }
  const covered = await readCoveredHours(bill.warehouse, bill.scope, span)
  const mine = substitutionOf(await searchAgain(bill, statement, search), statement.period, statement.actions)
  if (covered.size === search.covered_hours && bill.passedOver === 0)
    return { fault: firstOtherReplacement(stated, mine), stated: count, missing: null }
  const fault =
    firstUnnamed(stated, certainOf(mine, statement, covered)) ?? (await firstAbsent(bill, statement, covered))
  return { fault, stated: count, missing: { from: search.from, to: search.until } }
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

/** What a part of the bill is enough for: the same resource under another id, where nothing else went by its name. */
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
      const own = isAlone ? match.actions.filter(isSeen) : []
      const replacements = match.replacements.filter(({ begins }) => toHour(begins) < to)
      return own.length > 0 && replacements.length > 0 ? [{ ...match, actions: own, replacements }] : []
    }),
  }
}

/** A replacement that begins within the month is on the month's bill, or it is none. */
async function firstAbsent(
  { warehouse, scope, loadIds }: ReadBill,
  { substitution, currency, period }: Statement,
  covered: ReadonlySet<Hour>,
): Promise<string | null> {
  const month = hoursOfMonth(period)
  const named = (substitution?.matches ?? []).flatMap(({ actions, replacements }) =>
    replacements
      .filter(({ begins }) => covered.has(toHour(begins)) && toHour(begins) >= month.from && toHour(begins) < month.to)
      .map(({ resource, begins }) => ({ resource, begins, action: actions[0] ?? '' })),
  )
  if (named.length === 0) return null
  const resources = [...new Set(named.map(({ resource }) => resource))]
  const known = new Set<string>()
  for (let at = 0; at < resources.length; at += resourcesAtOnce) {
    const some = resources.slice(at, at + resourcesAtOnce)
    const lines = await readResourceLines(warehouse, scope, { loadIds, currency, ...month }, some)
    for (const { resource } of lines) known.add(resource)
  }
  const absent = named.find(({ resource }) => !known.has(resource))
  return absent
    ? `The statement says that ${absent.resource} replaced what action "${absent.action}" removed, from ${fromHour(toHour(absent.begins))} on; your bill shows no such resource.`
    : null
}
