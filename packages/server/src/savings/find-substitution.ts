/** What replaced what the actions removed, found in all of the bill; found anew when the bill or the actions change. */
import type { ResourceAction, SavingsAction } from '@kept/domain/action.ts'
import { hoursOfMonth, type Month, toHour } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { noSubstitution, type Substitution } from '@kept/domain/substitution.ts'
import { canonicalJson } from '@kept/engine/savings/ledger/canonical-json.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { searchSubstitutions } from '@kept/engine/savings/substitution/find-substitutions.ts'
import type { GroupResource } from '@kept/engine/savings/substitution/group-resource.ts'
import { removesCapacity } from '@kept/engine/savings/substitution/removed-capacity.ts'
import { baselineHours } from '@kept/engine/savings/substitution/windows.ts'
import type { CountedSpan } from '@kept/store/ledger/savings/counted-lines.ts'
import {
  type DescribedResource,
  readAccountsOf,
  readGroupResources,
  readGrownResources,
} from '@kept/store/ledger/savings/group-resources.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import { listDeclarations, listSubstitutions, saveSubstitution } from '@kept/store/savings/substitution.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { SavingsDoors } from './doors.ts'
import { sha256 } from './freeze-action.ts'

const resourcesAtOnce = 200
const nanoPerUnit = 1e9

export interface BillWithActions {
  actions: readonly SavingsAction[]
  currency: string
  loadIds: readonly string[]
  /** The bill is read up to this hour. */
  until: number
  isUnrelated(action: string, resource: string): boolean
}

/** From the bill alone, so that whoever has the bill finds the same. */
export async function findSubstitution(
  warehouse: Warehouse,
  scope: Scope,
  { actions: all, currency, loadIds, until, isUnrelated }: BillWithActions,
): Promise<Substitution> {
  const actions = all.filter(
    (action): action is ResourceAction => action.kind !== 'commitment' && removesCapacity(action),
  )
  if (actions.length === 0 || loadIds.length === 0) return noSubstitution
  const times = actions.map(({ effective_time }) => toHour(effective_time))
  const span: CountedSpan = { loadIds, currency, from: least(times) - baselineHours - 24, to: until }
  const ids = [...new Set(actions.flatMap(({ resource_ids }) => resource_ids))]
  const accounts = await readAccountsOf(warehouse, scope, span, ids)
  const resources = (await readGroupResources(warehouse, scope, span, accounts)).map(toGroupResource)
  const grown = new Map<string, readonly string[]>()
  for (const at of new Set(times.map(startOfDay))) {
    const around = { ...span, from: at - baselineHours, to: at + 10 * 24 }
    grown.set(String(at), await readGrownResources(warehouse, scope, around, accounts, at))
  }
  const search = searchSubstitutions({
    ...{ actions, resources, isUnrelated },
    grownAround: ({ at }) => grown.get(String(startOfDay(at))) ?? [],
    dataEnd: resources.reduce((last, { end }) => Math.max(last, end), 0),
  })
  const lines = new Map<string, SavingsLine[]>()
  for (let at = 0; at < search.resources.length; at += resourcesAtOnce) {
    const some = search.resources.slice(at, at + resourcesAtOnce)
    const read = await readResourceLines(warehouse, scope, { ...span, from: search.from, to: search.to }, some)
    for (const [resource, own] of Map.groupBy(read, ({ resource }) => resource)) lines.set(resource, own)
  }
  return search.find(lines)
}

/** The same, remembered until the bill, the actions or the declarations change. */
export async function currentSubstitution(
  { database, warehouse, now }: SavingsDoors,
  scope: Scope,
  { actions, currency, loadIds }: Pick<BillWithActions, 'actions' | 'currency' | 'loadIds'>,
): Promise<Substitution> {
  const unrelated = (await listDeclarations(database, scope))
    .filter((one) => one.unrelated)
    .map(({ action_id, resource_id }) => pairOf(action_id, resource_id))
  const known = new Set(unrelated)
  const inOrder = actions.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const inputs_key = sha256(canonicalJson([loadIds.toSorted(), inOrder, unrelated.toSorted(), methodVersion]))
  const before = (await listSubstitutions(database, scope)).find((one) => one.currency === currency)
  if (before?.inputs_key === inputs_key) return before.substitution
  const substitution = await findSubstitution(warehouse, scope, {
    // Later than any bill: what is found depends on the bill alone, not on when it was looked for.
    ...{ actions: inOrder, currency, loadIds, until: Math.ceil(now().getTime() / 3_600_000) + 31 * 24 },
    isUnrelated: (action, resource) => known.has(pairOf(action, resource)),
  })
  await saveSubstitution(database, scope, { currency, inputs_key, substitution, now: now() })
  return substitution
}

function pairOf(action: string, resource: string): string {
  return `${action} ${resource}`
}

/** What of it the month's statement rests on: its actions, with the replacements that had begun by its end or count before. */
export function substitutionOf(
  { matches, shapes }: Substitution,
  month: Month,
  actions: readonly SavingsAction[],
): Substitution {
  const ids = new Set(actions.map(({ id }) => id))
  const { to } = hoursOfMonth(month)
  return {
    shapes: shapes.filter(({ action }) => ids.has(action)),
    matches: matches.flatMap((match) => {
      const own = match.actions.filter((id) => ids.has(id))
      const replacements = match.replacements.filter(
        ({ begins, hourly_cost }) => toHour(begins) < to || hourly_cost !== '0',
      )
      return own.length > 0 && replacements.length > 0 ? [{ ...match, actions: own, replacements }] : []
    }),
  }
}

function toGroupResource({ cost, first, end, ...rest }: DescribedResource): GroupResource {
  const hourlyCost = BigInt(Math.round((Number(cost) / Math.max(1, end - first)) * nanoPerUnit))
  return { ...rest, first, end, hourlyCost }
}

function startOfDay(hour: number): number {
  return hour - (hour % 24)
}

function least(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
}
