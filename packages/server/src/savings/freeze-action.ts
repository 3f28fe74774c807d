/**
 * From an action on record to one that counts: the hour in which the bill shows it, its baseline, the commitments that
 * covered it. What cannot be counted gets a reason and no number.
 */
import { hash } from 'node:crypto'
import type { SavingsAction } from '@kept/domain/action.ts'
import { minorDigits } from '@kept/domain/currency.ts'
import { type Decimal, sum } from '@kept/domain/decimal.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { fromHour, type Hour, hoursOfMonth, monthOfHour, toHour } from '@kept/domain/hour.ts'
import type { CommitmentBaseline, Grain, SavingsLine } from '@kept/domain/saving.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { freezeBaseline, usualBaselineDays } from '@kept/engine/savings/baseline/freeze.ts'
import { canonicalJson } from '@kept/engine/savings/ledger/canonical-json.ts'
import { commitmentBaseline } from '@kept/engine/savings/month/commitment-baseline.ts'
import type { SeenChange } from '@kept/engine/savings/recording/change.ts'
import { currentSizeSince } from '@kept/engine/savings/recording/current-size.ts'
import { seeChange } from '@kept/engine/savings/recording/see-change.ts'
import { readCommitmentHours, readPurchasedCommitments } from '@kept/store/ledger/savings/bill-facts.ts'
import type { ResourceBilled } from '@kept/store/ledger/savings/resource-currencies.ts'
import { readDemand } from '@kept/store/metrics/read-demand.ts'
import type { ActionRow, FrozenAction } from '@kept/store/savings/actions.ts'
import type { SavingsDoors } from './doors.ts'

export const sha256 = (text: string): string => hash('sha256', text)

/** `bad_input`: not yet; `conflict`: never. */
const wait = (reason: string) => new KeptError('bad_input', reason)
const refuse = (reason: string) => new KeptError('conflict', reason)

/** In which currency it is billed, and since when; or why it cannot be counted. */
export function billedAs(
  { wanted: { resource_id }, currency }: ActionRow,
  billed: readonly ResourceBilled[] = [],
): ResourceBilled {
  const [only, other] = currency === '' ? billed : billed.filter((one) => one.currency === currency)
  if (!only) throw wait(`The bill shows no usage of ${resource_id}, so nothing of it can be counted.`)
  if (other)
    throw refuse(`${resource_id} is billed in ${only.currency} and ${other.currency}; the two are never added.`)
  if (minorDigits(only.currency) === undefined)
    throw refuse(`"${only.currency}" is no currency anybody can be paid in, so no saving is counted in it.`)
  return only
}

export function frozenCommitment(
  { id, wanted }: ActionRow,
  { currency, from }: ResourceBilled,
  now: Date,
): FrozenAction {
  const action: SavingsAction = {
    ...commonOf({ id, wanted }),
    kind: 'commitment',
    effective_time: fromHour(Math.max(from, toHour(wanted.not_before))),
    commitment_ids: [wanted.resource_id],
  }
  return { id, action, currency, baseline: null, commitments: [], now }
}

function commonOf({ id, wanted }: Pick<ActionRow, 'id' | 'wanted'>) {
  return { id, evidence_hash: sha256(wanted.evidence), expires: wanted.expires ?? null }
}

/** The hours of the bill that say something about an action: a baseline's time before it, to now. */
export function spanOf({ wanted }: Pick<ActionRow, 'wanted'>, now: Date): { from: Hour; to: Hour } {
  return {
    from: toHour(wanted.not_before) - usualBaselineDays * 24 - 24,
    to: Math.ceil(now.getTime() / 3_600_000),
  }
}

/** What the bill says of the time of an action. */
export interface BillAround {
  loadIds: readonly string[]
  currency: string
  /** Of the resource, in the span of the action. */
  lines: readonly SavingsLine[]
  isCovered(hour: Hour): boolean
  /** Changes of the resource that other actions count already. */
  claimed: readonly { kind: string; at: Hour }[]
  /** First hour after the bill's last. */
  dataEnd: Hour
}

export async function frozenOnResource(
  doors: SavingsDoors,
  scope: Scope,
  row: ActionRow,
  { loadIds, currency, lines: all, isCovered, dataEnd, claimed }: BillAround,
): Promise<FrozenAction> {
  const { wanted } = row
  const now = doors.now()
  const notBefore = toHour(wanted.not_before)
  const span = { loadIds, currency, ...spanOf(row, now) }
  const { lines, hours } = ofOneGrain(all)
  const demand = await demandFor(doors, scope, wanted, { ...span, grain: hours === 24 ? 'day' : 'hour' })
  const question = { wish: wanted, lines, notBefore, dataEnd, span: hours, isCovered, claimed }
  const seen = seeChange({ ...question, ...(demand && { demand }) })
  if ('notYet' in seen) throw wait(seen.notYet)
  if ('never' in seen) throw refuse(seen.never)
  // What ran in another size before is no baseline of what is ended or scheduled now.
  const isOfSize = seen.kind === 'terminate' || seen.kind === 'schedule'
  const sizeSince = isOfSize ? currentSizeSince(lines, seen.at, hours) : undefined
  const from = Math.max(seen.at - usualBaselineDays * 24, sizeSince ?? 0)
  const window = lines.filter(({ hour }) => from <= hour && hour < seen.at)
  const profile = freezeBaseline({
    resource: wanted.resource_id,
    lines: window,
    ...{ from, to: seen.at, timeZone: seen.kind === 'schedule' ? seen.offMask.time_zone : 'UTC' },
    ...{ grain: hours === 24 ? ('day' as const) : ('hour' as const), isCovered },
  })
  const baseline = seen.kind === 'demand' ? { ...profile, intensity: seen.intensity } : profile
  if (baseline.meters.length === 0)
    throw wait(
      `The bill names no price for anything ${wanted.resource_id} used before, so nothing of it can be counted.`,
    )
  const hashOfIt = sha256(canonicalJson(baseline))
  const commitments = await commitmentsBefore(doors, scope, { ...span, from, to: seen.at }, baseline.commitments)
  const action = actionOf(seen, {
    ...commonOf(row),
    resource_ids: [wanted.resource_id],
    baseline_hash: hashOfIt,
    environment: wanted.environment ?? 'production',
    effective_time: fromHour(seen.at),
  })
  return { id: row.id, action, currency, commitments, now, baseline: { hash: hashOfIt, baseline } }
}

type OnResource = Pick<SavingsAction, 'id' | 'evidence_hash' | 'expires' | 'effective_time'> & {
  resource_ids: string[]
  baseline_hash: string
  environment: 'production' | 'development'
}

function actionOf(seen: SeenChange, common: OnResource): SavingsAction {
  switch (seen.kind) {
    case 'terminate':
      return { ...common, kind: 'terminate' }
    case 'schedule':
      return { ...common, kind: 'schedule', off_mask: seen.offMask }
    case 'rightsize':
      return { ...common, kind: 'rightsize', from_sku: seen.fromSku, to_sku: seen.toSku }
    case 'loop_stop':
      return { ...common, kind: 'loop_stop', sku: seen.sku, hourly_quantity: seen.hourlyQuantity }
    case 'demand':
      return { ...common, kind: 'demand', sku: seen.sku }
  }
}

/** Measured as far as the bill reaches; only a fix in code needs it. */
async function demandFor(
  { warehouse }: SavingsDoors,
  scope: Scope,
  { kind, demand }: ActionRow['wanted'],
  span: { from: Hour; to: Hour; grain: Grain },
): Promise<ReadonlyMap<Hour, Decimal> | undefined> {
  if (kind !== 'demand' || !demand) return undefined
  const measured = await readDemand(warehouse, scope, demand, span)
  if (measured === 'share')
    throw refuse(
      `The metric ${demand.metric} of ${demand.resource_id} is a share; what is asked of something is counted.`,
    )
  return measured
}

/** A machine by the hour may have a disk by the day: what costs more is what the action is about. */
function ofOneGrain(lines: readonly SavingsLine[]): { lines: SavingsLine[]; hours: number } {
  const byHours = [1, 24].map((hours) => ({ hours, lines: lines.filter((line) => line.hours === hours) }))
  const cost = (of: readonly SavingsLine[]) => Number(sum(of.map(({ contracted }) => contracted)))
  const [hourly, daily] = byHours
  if (!hourly || !daily || (hourly.lines.length === 0 && daily.lines.length === 0))
    throw refuse('The bill has no lines by the hour or by the day for it; longer ones show no change.')
  return cost(daily.lines) > cost(hourly.lines) ? daily : hourly
}

async function commitmentsBefore(
  { warehouse }: SavingsDoors,
  scope: Scope,
  span: { loadIds: readonly string[]; currency: string; from: Hour; to: Hour },
  ids: readonly string[],
): Promise<CommitmentBaseline[]> {
  if (ids.length === 0) return []
  // The fee row of a month states its unused part for the whole month: both ends are read as whole months.
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
