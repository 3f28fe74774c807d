/** A month's spend, verified savings and fee by team, tag, account, service or savings rule. */
import type { CostAllocation, CostAllocationQuery } from '@kept/contract/routes/billing/cost-allocation.ts'
import { isTeamKey } from '@kept/domain/alert-labels.ts'
import { costQuerySchema, type GroupKey } from '@kept/domain/cost-query.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type AllocatedAction, allocateFees } from '@kept/engine/billing/allocate-fees.ts'
import { amountText, toMinor } from '@kept/engine/billing/minor.ts'
import { exact, exactText, nanoPlaces, toNano } from '@kept/engine/savings/exact.ts'
import { startOfMonth } from '@kept/foundation/calendar/month.ts'
import { add, type Decimal } from '@kept/foundation/decimal.ts'
import { listTagKeys, readActionRules, readResourceGroups } from '@kept/store/billing/resource-groups.ts'
import { readActionResources } from '@kept/store/billing/statements.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import { listStatements } from '@kept/store/savings/statements.ts'
import type { AlertDeps } from './deps.ts'
import { signedUsageOf } from './usage.ts'

type Row = CostAllocation['rows'][number]

/** Groups that are listed on their own; the others are one row. */
const maxGroups = 200

export async function costAllocationOf(
  deps: AlertDeps,
  scope: Scope,
  { group_by, tag_key, month }: CostAllocationQuery,
): Promise<CostAllocation> {
  const { database } = deps.state
  const statements = await listStatements(database, scope)
  const period =
    month ??
    statements
      .map((statement) => statement.period)
      .toSorted()
      .at(-1) ??
    null
  const tagKey = await tagKeyOf(deps, scope, { group_by, tag_key })
  const described = { month: period, is_signed: statements.some((statement) => statement.period === period) }
  if (period === null) return { ...described, group_by, tag_key: tagKey, rows: [], totals: [] }
  const [spend, usage] = await Promise.all([
    readSpend(deps, scope, period, groupKeyOf(group_by, tagKey)),
    signedUsageOf(deps, scope, { first: period, last: period }),
  ])
  const groupOf = await groupsOf(deps, scope, { group_by, tagKey, ids: usage.flatMap(actionIds) })
  const currencies = new Set([...spend.keys(), ...usage.map(({ currency }) => currency)])
  const rows = [...currencies].toSorted().flatMap((currency) => {
    const actions = usage.filter((entry) => entry.currency === currency).flatMap(({ actions }) => actions)
    const allocated = actions.map(
      ({ action_id, saved, fee }): AllocatedAction => ({
        group: groupOf(action_id),
        savedNano: toNano(exact(saved)),
        feeMinor: toMinor(fee, currency),
      }),
    )
    return rowsOf(currency, allocated, spend.get(currency) ?? new Map())
  })
  return { ...described, group_by, tag_key: tagKey, rows, totals: totalsOf(rows) }
}

const actionIds = ({ actions }: { actions: readonly { action_id: string }[] }) =>
  actions.map(({ action_id }) => action_id)

/** The key that a team or tag is read from: the most used one that names a team, or the one asked for. */
async function tagKeyOf(
  { state }: AlertDeps,
  scope: Scope,
  { group_by, tag_key }: Pick<CostAllocationQuery, 'group_by' | 'tag_key'>,
): Promise<string | null> {
  if (group_by !== 'team' && group_by !== 'tag') return null
  if (tag_key !== undefined) return tag_key
  const keys = await state.database.scoped(scope, listTagKeys)
  const key = group_by === 'team' ? keys.find(isTeamKey) : keys[0]
  if (key !== undefined) return key
  throw badInput(
    group_by === 'team'
      ? 'No tag of the bill names a team. Give the tag that does as tag_key.'
      : 'The bill has no tags. Group by another field.',
  )
}

function groupKeyOf(groupBy: CostAllocationQuery['group_by'], tagKey: string | null): GroupKey | null {
  if (groupBy === 'rule') return null
  return groupBy === 'sub_account' || groupBy === 'service' ? groupBy : `tag:${tagKey ?? ''}`
}

type Spend = Map<string, Map<string, { name: string; amount: Decimal }>>

/** By currency and group, the largest first. No savings rule has spend of its own. */
async function readSpend(deps: AlertDeps, scope: Scope, period: string, key: GroupKey | null): Promise<Spend> {
  if (key === null) return new Map()
  const { database, warehouse } = deps.state
  const { loadIds, availableSpan } = await currentLedger(database, scope)
  const query = costQuerySchema.parse({
    ...{ measures: ['effective'], group_by: [key], top: maxGroups },
    ...{ start_date: `${period}-01`, end_date: startOfMonth(period, 1) },
  })
  const { rows } = await explore(warehouse, scope, loadIds, query, undefined, availableSpan)
  const spend: Spend = new Map()
  for (const { currency, keys, names, other, values } of rows) {
    const group = other ? otherGroup : (keys[key] ?? '')
    const groups = spend.get(currency) ?? new Map()
    groups.set(group, { name: other ? '' : (names[key] ?? group), amount: values.effective ?? '0' })
    spend.set(currency, groups)
  }
  return spend
}

/** No account, service or tag has such a name. */
const otherGroup = '\u0000other'

/** The group of an action by its first known resource; null for a commitment, which has none. */
async function groupsOf(
  { state }: AlertDeps,
  scope: Scope,
  { group_by, tagKey, ids }: { group_by: CostAllocationQuery['group_by']; tagKey: string | null; ids: string[] },
): Promise<(actionId: string) => string | null> {
  return state.database.scoped(scope, async (tx) => {
    if (group_by === 'rule') {
      const rules = await readActionRules(tx, ids)
      return (id) => rules.get(id) ?? ''
    }
    const resources = await readActionResources(tx, ids)
    const groups = new Map(
      (await readResourceGroups(tx, [...resources.values()].flat())).map((row) => [row.resourceId, row]),
    )
    return (id) => {
      const ofAction = resources.get(id)
      if (ofAction === undefined || ofAction.length === 0) return null
      const row = ofAction.map((resource) => groups.get(resource)).find((group) => group !== undefined)
      if (!row) return ''
      if (group_by === 'sub_account') return row.subAccount
      return group_by === 'service' ? row.service : (row.tags[tagKey ?? ''] ?? '')
    }
  })
}

function rowsOf(
  currency: string,
  actions: readonly AllocatedAction[],
  spend: ReadonlyMap<string, { name: string; amount: Decimal }>,
): Row[] {
  const amounts = new Map([...spend].map(([group, { amount }]) => [group, amount]))
  return allocateFees(actions, amounts).map(({ group, savedNano, feeMinor }) => ({
    currency,
    key: group === otherGroup ? '' : group,
    name: spend.get(group)?.name ?? group,
    is_other: group === otherGroup,
    spend: spend.get(group)?.amount ?? null,
    verified: exactText({ units: savedNano, scale: nanoPlaces }),
    fee: amountText(feeMinor, currency),
  }))
}

function totalsOf(rows: readonly Row[]): CostAllocation['totals'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    const total = (amounts: readonly (Decimal | null)[]) =>
      amounts.reduce((sum: Decimal, amount) => add(sum, amount ?? '0'), '0')
    const hasSpend = ofCurrency.some(({ spend }) => spend !== null)
    return {
      currency,
      spend: hasSpend ? total(ofCurrency.map(({ spend }) => spend)) : null,
      verified: total(ofCurrency.map(({ verified }) => verified)),
      fee: amountText(toMinor(total(ofCurrency.map(({ fee }) => fee)), currency), currency),
    }
  })
}
