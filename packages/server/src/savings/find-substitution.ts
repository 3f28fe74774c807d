/** Finds replacements of removed resources in the complete bill. Runs again when the bill or the actions change. */
import type { ResourceAction, SavingsAction } from '@kept/domain/action.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import {
  type DemandGrowth,
  noSubstitution,
  type Substitution,
  type SubstitutionSearched,
} from '@kept/domain/substitution.ts'
import { exact, toNano } from '@kept/engine/savings/exact.ts'
import { methodVersion } from '@kept/engine/savings/statement/method-version.ts'
import { searchSubstitutions } from '@kept/engine/savings/substitution/find-substitutions.ts'
import type { GroupResource } from '@kept/engine/savings/substitution/group-resource.ts'
import { removesCapacity } from '@kept/engine/savings/substitution/removed-capacity.ts'
import { baselineHours } from '@kept/engine/savings/substitution/windows.ts'
import { fromHour, hoursOfMonth, toHour } from '@kept/foundation/calendar/hour.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { readCoveredHours } from '@kept/store/ledger/savings/bill-facts.ts'
import type { CountedSpan } from '@kept/store/ledger/savings/counted-lines.ts'
import {
  type ChangedResource,
  type DescribedResource,
  readAccountsOf,
  readChangedResources,
  readGroupResources,
} from '@kept/store/ledger/savings/group-resources.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import { listDeclarations, listSubstitutions, saveSubstitution } from '@kept/store/savings/substitution.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import type { SavingsDeps } from './deps.ts'
import { sha256 } from './freeze-action.ts'
import type { CountingAction } from './month-order.ts'
import { readDemandGrowth } from './read-demand-growth.ts'

const resourcesAtOnce = 200

interface BillWithActions {
  actions: readonly SavingsAction[]
  currency: string
  loadIds: readonly string[]
  /** End of the bill (hour). */
  until: number
  unrelated: SubstitutionSearched['unrelated']
  demand: readonly DemandGrowth[]
}

/** Uses only the bill, so anyone with the bill gets the same result. */
export async function findSubstitution(
  warehouse: Warehouse,
  scope: Scope,
  { actions: all, currency, loadIds, until, unrelated, demand }: BillWithActions,
): Promise<Substitution> {
  const actions = all.filter(
    (action): action is ResourceAction => action.kind !== 'commitment' && removesCapacity(action),
  )
  if (actions.length === 0 || loadIds.length === 0) return noSubstitution
  const times = actions.map(({ effective_time }) => toHour(effective_time))
  const span: CountedSpan = { loadIds, currency, from: minimum(times) - baselineHours - 24, to: until }
  const ids = [...new Set(actions.flatMap(({ resource_ids }) => resource_ids))]
  const accounts = await readAccountsOf(warehouse, scope, span, ids)
  const resources = (await readGroupResources(warehouse, scope, span, accounts)).map(toGroupResource)
  const changes = new Map<number, readonly ChangedResource[]>()
  for (const startHour of new Set(times.map(startOfDay))) {
    const window = { ...span, from: startHour - baselineHours, to: startHour + 10 * 24 }
    changes.set(startHour, await readChangedResources(warehouse, scope, window, accounts, startHour))
  }
  const changesAround = (hour: number) => changes.get(startOfDay(hour)) ?? []
  const declared = new Set(unrelated.map(pairOf))
  const dataEnd = resources.reduce((last, { end }) => Math.max(last, end), 0)
  const search = searchSubstitutions({
    ...{ actions, resources, isUnrelated: (action, resource) => declared.has(pairOf({ action, resource })) },
    grownAround: ({ hour: at }) => changesAround(at).flatMap(({ resource, grown }) => (grown ? [resource] : [])),
    changedAround: ({ hour: at }) => changesAround(at).flatMap(({ resource, changed }) => (changed ? [resource] : [])),
    ...{ dataEnd, demand },
  })
  const lines = new Map<string, SavingsLine[]>()
  for (let start = 0; start < search.resources.length; start += resourcesAtOnce) {
    const batch = search.resources.slice(start, start + resourcesAtOnce)
    const read = await readResourceLines(warehouse, scope, { ...span, from: search.from, to: search.to }, batch)
    for (const [resource, resourceLines] of Map.groupBy(read, ({ resource }) => resource))
      lines.set(resource, resourceLines)
  }
  const searchedUntil = Math.max(span.from, dataEnd)
  const covered = await readCoveredHours(warehouse, scope, { ...span, to: searchedUntil })
  return {
    ...search.find(lines),
    search: {
      from: fromHour(span.from),
      until: fromHour(searchedUntil),
      covered_hours: covered.size,
      other_actions: actions,
      unrelated: [...unrelated],
      demand: [...demand],
    },
  }
}

/** Cached until the bill, the actions or the declarations change. */
export async function currentSubstitution(
  { database, warehouse, now }: SavingsDeps,
  scope: Scope,
  {
    counting,
    currency,
    loadIds,
  }: { counting: readonly CountingAction[] } & Pick<BillWithActions, 'currency' | 'loadIds'>,
): Promise<Substitution> {
  const unrelated = (await listDeclarations(database, scope))
    .filter((declaration) => declaration.unrelated)
    .map(({ action_id, resource_id }) => ({ action: action_id, resource: resource_id }))
  const inOrder = counting.map(({ action }) => action).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const demand = await readDemandGrowth(warehouse, scope, counting)
  const inputs_key = sha256(canonicalJson([loadIds.toSorted(), inOrder, unrelated, demand, methodVersion]))
  const before = (await listSubstitutions(database, scope)).find((stored) => stored.currency === currency)
  if (before?.inputs_key === inputs_key) return before.substitution
  const substitution = await findSubstitution(warehouse, scope, {
    // Later than any bill, so the result does not depend on the time of the run.
    ...{ actions: inOrder, currency, loadIds, until: Math.ceil(now().getTime() / 3_600_000) + 31 * 24 },
    ...{ unrelated, demand },
  })
  await saveSubstitution(database, scope, { currency, inputs_key, substitution, now: now() })
  return substitution
}

function pairOf({ action, resource }: SubstitutionSearched['unrelated'][number]): string {
  return `${action} ${resource}`
}

/** The part a month's statement depends on: its actions, with replacements that started before its end. */
export function substitutionOf(
  { matches, shapes, uncertain_groups = [], search }: Substitution,
  month: Month,
  actions: readonly SavingsAction[],
): Substitution {
  const ids = new Set(actions.map(({ id }) => id))
  const { to } = hoursOfMonth(month)
  const isSearched = actions.some((action) => action.kind !== 'commitment' && removesCapacity(action))
  const uncertain = uncertain_groups.flatMap((group) => {
    const ownActions = group.actions.filter((id) => ids.has(id))
    return ownActions.length > 0 ? [{ ...group, actions: ownActions }] : []
  })
  return {
    ...(uncertain.length > 0 && { uncertain_groups: uncertain }),
    ...(search &&
      isSearched && {
        search: { ...search, other_actions: search.other_actions.filter(({ id }) => !ids.has(id)) },
      }),
    shapes: shapes.filter(({ action }) => ids.has(action)),
    matches: matches.flatMap((match) => {
      const ownActions = match.actions.filter((id) => ids.has(id))
      const replacements = match.replacements.filter(
        ({ begins, hourly_cost }) => toHour(begins) < to || hourly_cost !== '0',
      )
      return ownActions.length > 0 && replacements.length > 0 ? [{ ...match, actions: ownActions, replacements }] : []
    }),
  }
}

function toGroupResource({ cost, first, end, ...resource }: DescribedResource): GroupResource {
  return { ...resource, first, end, hourlyCost: toNano(exact(cost)) / BigInt(Math.max(1, end - first)) }
}

function startOfDay(hour: number): number {
  return hour - (hour % 24)
}

function minimum(values: readonly number[]): number {
  return values.reduce((lowest, value) => Math.min(lowest, value), Number.POSITIVE_INFINITY)
}
