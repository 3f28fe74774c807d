/**
 * Looks for waiting actions in the bill, a hundred at a time: a query costs about the same for one resource or a
 * hundred.
 */
import type { SavingsAction } from '@kept/domain/action.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import { readCoveredHours } from '@kept/store/ledger/savings/bill-facts.ts'
import { type ResourceBilled, readResourcesBilled } from '@kept/store/ledger/savings/resource-currencies.ts'
import { readResourceLines } from '@kept/store/ledger/savings/resource-lines.ts'
import {
  type ActionRow,
  type Explanation,
  explainActions,
  type FrozenAction,
  freezeActions,
  listActions,
} from '@kept/store/savings/actions.ts'
import type { FreezeDeps } from './deps.ts'
import { type BillAround, billedAs, frozenCommitment, frozenOnResource, spanOf } from './freeze-action.ts'

const actionsAtOnce = 100

/** Number of actions that count from now on. */
export async function freezeWaiting(
  deps: FreezeDeps,
  scope: Scope,
  loadIds: readonly string[],
  waiting: readonly ActionRow[],
  signal?: AbortSignal,
): Promise<number> {
  const coverage = rememberCoverage(deps, scope, loadIds, waiting)
  const claims = await readClaims(deps, scope, waiting)
  let count = 0
  for (let start = 0; start < waiting.length; start += actionsAtOnce) {
    signal?.throwIfAborted()
    const rows = waiting.slice(start, start + actionsAtOnce)
    const { frozen, explained } = await evaluateAll(deps, scope, loadIds, rows, { coverage, claims })
    await freezeActions(deps.database, scope, frozen)
    await explainActions(deps.database, scope, explained)
    count += frozen.length
  }
  return count
}

type Coverage = (currency: string) => Promise<Pick<BillAround, 'isCovered' | 'dataEnd'>>

async function evaluateAll(
  deps: FreezeDeps,
  scope: Scope,
  loadIds: readonly string[],
  rows: readonly ActionRow[],
  { coverage, claims }: { coverage: Coverage; claims: Claims },
): Promise<{ frozen: FrozenAction[]; explained: Explanation[] }> {
  const frozen: FrozenAction[] = []
  const explained: Explanation[] = []
  const billed = await readBilled(deps, scope, loadIds, rows)
  const billedRows: { row: ActionRow; as: ResourceBilled }[] = []
  for (const row of rows) await explaining(row, async () => billedRows.push({ row, as: billedAs(row, billed(row)) }))
  const onResources = billedRows.filter(({ row }) => !isCommitment(row))
  const linesOf = await readLines(deps, scope, loadIds, onResources)
  for (const { row, as } of billedRows) {
    await explaining(row, async () => {
      if (isCommitment(row)) return frozen.push(frozenCommitment(row, as, deps.now()))
      const period = { loadIds, currency: as.currency, ...(await coverage(as.currency)) }
      const lines = linesOf(row, as.currency)
      const claimed = claims.get(row.input.resource_id) ?? []
      const frozenAction = await frozenOnResource(deps, scope, row, { ...period, lines, claimed })
      claim(claims, frozenAction.action)
      return frozen.push(frozenAction)
    })
  }
  return { frozen, explained }

  /** Stores the reason of an action that can't be measured, once. */
  async function explaining({ id, state: before, reason }: ActionRow, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof KeptError) || (error.code !== 'bad_input' && error.code !== 'conflict')) throw error
      const state = error.code === 'bad_input' ? 'waiting' : 'refused'
      if (state !== before || reason !== error.message) explained.push({ id, state, reason: error.message })
    }
  }
}

/** Counted changes by resource. */
type Claims = Map<string, { kind: string; at: Hour }[]>

async function readClaims({ database }: FreezeDeps, scope: Scope, waiting: readonly ActionRow[]): Promise<Claims> {
  const claims: Claims = new Map()
  if (waiting.every(({ input }) => input.kind !== undefined)) return claims
  for (const { action } of await listActions(database, scope, { state: 'counting' })) if (action) claim(claims, action)
  return claims
}

function claim(claims: Claims, action: SavingsAction): void {
  if (action.kind === 'commitment') return
  for (const resource of action.resource_ids) {
    const claimed = { kind: action.kind, at: toHour(action.effective_time) }
    claims.set(resource, [...(claims.get(resource) ?? []), claimed])
  }
}

function isCommitment({ input }: ActionRow): boolean {
  return input.kind === 'commitment'
}

async function readBilled(
  { warehouse }: FreezeDeps,
  scope: Scope,
  loadIds: readonly string[],
  rows: readonly ActionRow[],
): Promise<(row: ActionRow) => ResourceBilled[] | undefined> {
  const idsOf = (commitments: boolean) =>
    rows.filter((row) => isCommitment(row) === commitments).map(({ input }) => input.resource_id)
  const [resources, commitments] = await Promise.all([
    readResourcesBilled(warehouse, scope, loadIds, { ids: idsOf(false), kind: 'resource' }),
    readResourcesBilled(warehouse, scope, loadIds, { ids: idsOf(true), kind: 'commitment' }),
  ])
  return (row) => (isCommitment(row) ? commitments : resources).get(row.input.resource_id)
}

/** Reads the lines of all resources in their widest span and assigns them to the rows. */
async function readLines(
  { warehouse, now }: FreezeDeps,
  scope: Scope,
  loadIds: readonly string[],
  billedRows: readonly { row: ActionRow; as: ResourceBilled }[],
): Promise<(row: ActionRow, currency: string) => SavingsLine[]> {
  const lines = new Map<string, Map<string, SavingsLine[]>>()
  for (const [currency, rows] of Map.groupBy(billedRows, ({ as }) => as.currency)) {
    const spans = rows.map(({ row }) => spanOf(row, now()))
    const span = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
    const resources = [...new Set(rows.map(({ row }) => row.input.resource_id))]
    const read = await readResourceLines(warehouse, scope, { loadIds, currency, ...span }, resources)
    lines.set(
      currency,
      Map.groupBy(read, ({ resource }) => resource),
    )
  }
  return (row, currency) => {
    const { from, to } = spanOf(row, now())
    const resourceLines = lines.get(currency)?.get(row.input.resource_id) ?? []
    return resourceLines.filter(({ hour }) => from <= hour && hour < to)
  }
}

/** Hours covered by the bill are the same for every action in a currency, so they are read once. */
function rememberCoverage(
  { warehouse, now }: FreezeDeps,
  scope: Scope,
  loadIds: readonly string[],
  waiting: readonly ActionRow[],
): Coverage {
  const coverageByCurrency = new Map<string, ReturnType<Coverage>>()
  const read: Coverage = async (currency) => {
    const spans = waiting.map((row) => spanOf(row, now()))
    const from = spans.reduce((first, span) => Math.min(first, span.from), Number.POSITIVE_INFINITY)
    const to = spans.reduce((last, span) => Math.max(last, span.to), 0)
    const covered = await readCoveredHours(warehouse, scope, { loadIds, currency, from, to })
    const last = [...covered].reduce((latest: Hour, hour) => Math.max(latest, hour), Number.NEGATIVE_INFINITY)
    return { isCovered: (hour) => covered.has(hour), dataEnd: last + 1 }
  }
  return (currency) => {
    const coverage = coverageByCurrency.get(currency) ?? read(currency)
    coverageByCurrency.set(currency, coverage)
    return coverage
  }
}
