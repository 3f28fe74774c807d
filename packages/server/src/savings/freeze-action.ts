/**
 * Turns a recorded action into one that counts: the hour of the change on the bill, its baseline and the commitments
 * that covered it. Actions that can't be measured get a reason and no amount.
 */
import { hash } from 'node:crypto'
import type { SavingsAction } from '@kept/domain/action.ts'
import { minorDigits } from '@kept/domain/currency.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { CommitmentBaseline, Grain, SavingsLine } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { defaultBaselineDays, freezeBaseline } from '@kept/engine/savings/baseline/freeze.ts'
import { commitmentBaseline } from '@kept/engine/savings/month/commitment-baseline.ts'
import type { SeenChange } from '@kept/engine/savings/recording/change.ts'
import { currentSizeSince } from '@kept/engine/savings/recording/current-size.ts'
import { seeChange } from '@kept/engine/savings/recording/see-change.ts'
import { fromHour, type Hour, hoursOfMonth, monthOfHour, toHour } from '@kept/foundation/calendar/hour.ts'
import { type Decimal, sum } from '@kept/foundation/decimal.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { readCommitmentHours, readPurchasedCommitments } from '@kept/store/ledger/savings/bill-facts.ts'
import type { ResourceBilled } from '@kept/store/ledger/savings/resource-currencies.ts'
import { readDemand } from '@kept/store/metrics/read-demand.ts'
import type { ActionRow, FrozenAction } from '@kept/store/savings/actions.ts'
import type { FreezeDeps } from './deps.ts'

export const sha256 = (text: string): string => hash('sha256', text)

/** `bad_input`: not yet; `conflict`: never. */
const wait = (reason: string) => new KeptError('bad_input', reason)
const refuse = (reason: string) => new KeptError('conflict', reason)

/** The currency and start of billing, or the reason why it can't be measured. */
export function billedAs(
  { input: { resource_id }, currency }: ActionRow,
  billed: readonly ResourceBilled[] = [],
): ResourceBilled {
  const [match, other] = currency === '' ? billed : billed.filter((candidate) => candidate.currency === currency)
  if (!match) throw wait(`The bill shows no usage of ${resource_id}. The saving can't be measured.`)
  if (other)
    throw refuse(`${resource_id} is billed in ${match.currency} and ${other.currency}. Kept never adds two currencies.`)
  if (minorDigits(match.currency) === undefined)
    throw refuse(`"${match.currency}" is not a currency that can be paid, so the saving is not counted.`)
  return match
}

export function frozenCommitment(
  { id, input }: ActionRow,
  { currency, from }: ResourceBilled,
  now: Date,
): FrozenAction {
  const action: SavingsAction = {
    ...commonOf({ id, input }),
    kind: 'commitment',
    effective_time: fromHour(Math.max(from, toHour(input.not_before))),
    commitment_ids: [input.resource_id],
  }
  return { id, action, currency, baseline: null, commitments: [], now }
}

function commonOf({ id, input }: Pick<ActionRow, 'id' | 'input'>) {
  return { id, evidence_hash: sha256(input.evidence), expires: input.expires ?? null }
}

/** The relevant hours of the bill, from the start of the baseline to now. */
export function spanOf({ input }: Pick<ActionRow, 'input'>, now: Date): { from: Hour; to: Hour } {
  return {
    from: toHour(input.not_before) - defaultBaselineDays * 24 - 24,
    to: Math.ceil(now.getTime() / 3_600_000),
  }
}

/** Bill data around an action. */
export interface BillAround {
  loadIds: readonly string[]
  currency: string
  /** Lines of the resource within the span. */
  lines: readonly SavingsLine[]
  isCovered(hour: Hour): boolean
  /** Changes of the resource that other actions already count. */
  claimed: readonly { kind: string; at: Hour }[]
  /** End of the bill (hour). */
  dataEnd: Hour
}

export async function frozenOnResource(
  deps: FreezeDeps,
  scope: Scope,
  row: ActionRow,
  { loadIds, currency, lines: all, isCovered, dataEnd, claimed }: BillAround,
): Promise<FrozenAction> {
  const { input } = row
  const now = deps.now()
  const notBefore = toHour(input.not_before)
  const span = { loadIds, currency, ...spanOf(row, now) }
  const { lines, hours } = ofOneGrain(all)
  const demand = await demandFor(deps, scope, input, { ...span, grain: hours === 24 ? 'day' : 'hour' })
  const question = { input, lines, notBefore, dataEnd, span: hours, isCovered, claimed }
  const change = seeChange({ ...question, ...(demand && { demand }) })
  if ('notYet' in change) throw wait(change.notYet)
  if ('never' in change) throw refuse(change.never)
  // Usage in another size is not part of the baseline for a termination or a schedule.
  const isOfSize = change.kind === 'terminate' || change.kind === 'schedule'
  const sizeSince = isOfSize ? currentSizeSince(lines, change.at, hours) : undefined
  const from = Math.max(change.at - defaultBaselineDays * 24, sizeSince ?? 0)
  const window = lines.filter(({ hour }) => from <= hour && hour < change.at)
  const profile = freezeBaseline({
    resource: input.resource_id,
    lines: window,
    ...{ from, to: change.at, timeZone: change.kind === 'schedule' ? change.offMask.time_zone : 'UTC' },
    ...{ grain: hours === 24 ? ('day' as const) : ('hour' as const), isCovered },
  })
  const baseline = change.kind === 'demand' ? { ...profile, intensity: change.intensity } : profile
  if (baseline.meters.length === 0)
    throw wait(`The bill has no prices for what ${input.resource_id} used before. The saving can't be measured.`)
  const hashOfIt = sha256(canonicalJson(baseline))
  const commitments = await commitmentsBefore(deps, scope, { ...span, from, to: change.at }, baseline.commitments)
  const action = actionOf(change, {
    ...commonOf(row),
    resource_ids: [input.resource_id],
    baseline_hash: hashOfIt,
    environment: input.environment ?? 'production',
    effective_time: fromHour(change.at),
  })
  return { id: row.id, action, currency, commitments, now, baseline: { hash: hashOfIt, baseline } }
}

type OnResource = Pick<SavingsAction, 'id' | 'evidence_hash' | 'expires' | 'effective_time'> & {
  resource_ids: string[]
  baseline_hash: string
  environment: 'production' | 'development'
}

function actionOf(change: SeenChange, common: OnResource): SavingsAction {
  switch (change.kind) {
    case 'terminate':
      return { ...common, kind: 'terminate' }
    case 'schedule':
      return { ...common, kind: 'schedule', off_mask: change.offMask }
    case 'rightsize':
      return { ...common, kind: 'rightsize', from_sku: change.fromSku, to_sku: change.toSku }
    case 'loop_stop':
      return { ...common, kind: 'loop_stop', sku: change.sku, hourly_quantity: change.hourlyQuantity }
    case 'demand':
      return { ...common, kind: 'demand', sku: change.sku }
  }
}

/** Demand up to the end of the bill. Only code changes need it. */
async function demandFor(
  { warehouse }: FreezeDeps,
  scope: Scope,
  { kind, demand }: ActionRow['input'],
  span: { from: Hour; to: Hour; grain: Grain },
): Promise<ReadonlyMap<Hour, Decimal> | undefined> {
  if (kind !== 'demand' || !demand) return undefined
  const measured = await readDemand(warehouse, scope, demand, span)
  if (measured === 'share')
    throw refuse(
      `The metric ${demand.metric} of ${demand.resource_id} is a ratio. Use a metric that counts requests or work.`,
    )
  return measured
}

/** A machine is billed by the hour, its disk by the day: the part that costs more decides. */
function ofOneGrain(lines: readonly SavingsLine[]): { lines: SavingsLine[]; hours: number } {
  const byHours = [1, 24].map((hours) => ({ hours, lines: lines.filter((line) => line.hours === hours) }))
  const cost = (savingsLines: readonly SavingsLine[]) => Number(sum(savingsLines.map(({ contracted }) => contracted)))
  const [hourly, daily] = byHours
  if (!hourly || !daily || (hourly.lines.length === 0 && daily.lines.length === 0))
    throw refuse('The bill has no hourly or daily lines for it. Longer ones show no change.')
  return cost(daily.lines) > cost(hourly.lines) ? daily : hourly
}

async function commitmentsBefore(
  { warehouse }: FreezeDeps,
  scope: Scope,
  span: { loadIds: readonly string[]; currency: string; from: Hour; to: Hour },
  ids: readonly string[],
): Promise<CommitmentBaseline[]> {
  if (ids.length === 0) return []
  // A month's fee row states its unused part for the whole month, so whole months are read.
  const months = { ...span, from: startOfMonth(span.from), to: endOfMonth(span.to) }
  const [rows, stated] = await Promise.all([
    readCommitmentHours(warehouse, scope, months, ids),
    readPurchasedCommitments(warehouse, scope, months, ids),
  ])
  return ids.map((commitment) =>
    commitmentBaseline(
      commitment,
      rows.filter((row) => row.commitment === commitment),
      span,
      stated.has(commitment),
    ),
  )
}

function startOfMonth(hour: Hour): Hour {
  return hoursOfMonth(monthOfHour(hour)).from
}

function endOfMonth(hour: Hour): Hour {
  return hoursOfMonth(monthOfHour(hour - 1)).to
}
