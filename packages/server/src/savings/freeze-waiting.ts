/**
 * All actions that wait, looked for in the bill: a hundred at a time, because every question to the bill costs about as
 * much for a hundred resources as for one.
 */
import type { SavingsAction } from '@kept/domain/action.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { type Hour, toHour } from '@kept/domain/hour.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
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
import type { SavingsDoors } from './doors.ts'
import { type BillAround, billedAs, frozenCommitment, frozenOnResource, spanOf } from './freeze-action.ts'

const actionsAtOnce = 100

/** How many count from now on. */
export async function freezeWaiting(
  doors: SavingsDoors,
  scope: Scope,
  loadIds: readonly string[],
  waiting: readonly ActionRow[],
  signal?: AbortSignal,
): Promise<number> {
  const coverage = rememberCoverage(doors, scope, loadIds, waiting)
  const claims = await readClaims(doors, scope, waiting)
  let count = 0
  for (let at = 0; at < waiting.length; at += actionsAtOnce) {
    signal?.throwIfAborted()
    const rows = waiting.slice(at, at + actionsAtOnce)
    const { frozen, explained } = await judgeAll(doors, scope, loadIds, rows, { coverage, claims })
    await freezeActions(doors.database, scope, frozen)
    await explainActions(doors.database, scope, explained)
    count += frozen.length
  }
  return count
}

type Coverage = (currency: string) => Promise<Pick<BillAround, 'isCovered' | 'dataEnd'>>

async function judgeAll(
  doors: SavingsDoors,
  scope: Scope,
  loadIds: readonly string[],
  rows: readonly ActionRow[],
  { coverage, claims }: { coverage: Coverage; claims: Claims },
): Promise<{ frozen: FrozenAction[]; explained: Explanation[] }> {
  const frozen: FrozenAction[] = []
  const explained: Explanation[] = []
  const billed = await readBilled(doors, scope, loadIds, rows)
  const known: { row: ActionRow; as: ResourceBilled }[] = []
  for (const row of rows) await explaining(row, async () => known.push({ row, as: billedAs(row, billed(row)) }))
  const onResources = known.filter(({ row }) => !isCommitment(row))
  const linesOf = await readLines(doors, scope, loadIds, onResources)
  for (const { row, as } of known) {
    await explaining(row, async () => {
      if (isCommitment(row)) return frozen.push(frozenCommitment(row, as, doors.now()))
      const around = { loadIds, currency: as.currency, ...(await coverage(as.currency)) }
      const lines = linesOf(row, as.currency)
      const claimed = claims.get(row.wanted.resource_id) ?? []
      const made = await frozenOnResource(doors, scope, row, { ...around, lines, claimed })
      claim(claims, made.action)
      return frozen.push(made)
    })
  }
  return { frozen, explained }

  /** What cannot be counted gets its reason, once. */
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

/** Changes that count already, by resource. */
type Claims = Map<string, { kind: string; at: Hour }[]>

async function readClaims({ database }: SavingsDoors, scope: Scope, waiting: readonly ActionRow[]): Promise<Claims> {
  const claims: Claims = new Map()
  if (waiting.every(({ wanted }) => wanted.kind !== undefined)) return claims
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

function isCommitment({ wanted }: ActionRow): boolean {
  return wanted.kind === 'commitment'
}

async function readBilled(
  { warehouse }: SavingsDoors,
  scope: Scope,
  loadIds: readonly string[],
  rows: readonly ActionRow[],
): Promise<(row: ActionRow) => ResourceBilled[] | undefined> {
  const idsOf = (commitments: boolean) =>
    rows.filter((row) => isCommitment(row) === commitments).map(({ wanted }) => wanted.resource_id)
  const [resources, commitments] = await Promise.all([
    readResourcesBilled(warehouse, scope, loadIds, { ids: idsOf(false), of: 'resource' }),
    readResourcesBilled(warehouse, scope, loadIds, { ids: idsOf(true), of: 'commitment' }),
  ])
  return (row) => (isCommitment(row) ? commitments : resources).get(row.wanted.resource_id)
}

/** The lines of all resources in the widest of their spans; each row is handed those of its own. */
async function readLines(
  { warehouse, now }: SavingsDoors,
  scope: Scope,
  loadIds: readonly string[],
  known: readonly { row: ActionRow; as: ResourceBilled }[],
): Promise<(row: ActionRow, currency: string) => SavingsLine[]> {
  const lines = new Map<string, Map<string, SavingsLine[]>>()
  for (const [currency, rows] of Map.groupBy(known, ({ as }) => as.currency)) {
    const spans = rows.map(({ row }) => spanOf(row, now()))
    const span = { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
    const resources = [...new Set(rows.map(({ row }) => row.wanted.resource_id))]
    const read = await readResourceLines(warehouse, scope, { loadIds, currency, ...span }, resources)
    lines.set(
      currency,
      Map.groupBy(read, ({ resource }) => resource),
    )
  }
  return (row, currency) => {
    const { from, to } = spanOf(row, now())
    const own = lines.get(currency)?.get(row.wanted.resource_id) ?? []
    return own.filter(({ hour }) => from <= hour && hour < to)
  }
}

/** Which hours the bill knows is the same for every action in one currency: asked for once. */
function rememberCoverage(
  { warehouse, now }: SavingsDoors,
  scope: Scope,
  loadIds: readonly string[],
  waiting: readonly ActionRow[],
): Coverage {
  const known = new Map<string, ReturnType<Coverage>>()
  const read: Coverage = async (currency) => {
    const spans = waiting.map((row) => spanOf(row, now()))
    const from = spans.reduce((first, span) => Math.min(first, span.from), Number.POSITIVE_INFINITY)
    const to = spans.reduce((last, span) => Math.max(last, span.to), 0)
    const covered = await readCoveredHours(warehouse, scope, { loadIds, currency, from, to })
    const last = [...covered].reduce((latest: Hour, hour) => Math.max(latest, hour), Number.NEGATIVE_INFINITY)
    return { isCovered: (hour) => covered.has(hour), dataEnd: last + 1 }
  }
  return (currency) => {
    const found = known.get(currency) ?? read(currency)
    known.set(currency, found)
    return found
  }
}
