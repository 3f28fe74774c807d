/**
 * The lines of an invoice that one signed statement makes: one for each kind of action, or one for a true-up. The fees
 * are the statement's own shares, so lines always add up to its fee.
 */
import type { LineAction, LineGroup } from '@kept/domain/billing/invoice-document.ts'
import type { Statement } from '@kept/domain/statement.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { digitsOf, feeOf } from '../commission/fee.ts'
import { exactText, nanoPlaces } from '../savings/exact.ts'
import { splitByWeight } from '../savings/month/split.ts'
import { amountText, toMinor } from './minor.ts'

export interface DraftLine {
  readonly group: LineGroup
  readonly description: string
  readonly period: string
  /** Exact decimals. */
  readonly saved: string
  readonly feeExact: string
  readonly feeMinor: bigint
  readonly actions: readonly LineAction[]
}

/** What an organization called an action; the statement has no titles. */
type TitleOf = (actionId: string) => string | undefined

const descriptions: Record<Exclude<LineGroup, 'true_up'>, string> = {
  terminate: 'Terminated resources',
  rightsize: 'Resized resources',
  schedule: 'Schedules',
  demand: 'Lower demand',
  loop_stop: 'Stopped loops',
  commitment: 'Commitments',
}
const order = keysOf(descriptions)

/** Rates are parts per million of nano-units: an exact fee has at most so many decimals. */
const feePlaces = nanoPlaces + 6

interface Share {
  readonly group: LineGroup
  readonly feeMinor: bigint
  /** In units of 10^-15. */
  readonly feeExact: bigint
  readonly savedNano: bigint
  readonly action: LineAction
}

/** None when the statement's fee is zero. Throws when a share names an action that the statement does not have. */
export function linesOfStatement(
  statement: Statement,
  kind: 'final' | 'trueup',
  titleOf: TitleOf = () => undefined,
): DraftLine[] {
  if (toMinor(statement.commission.fee, statement.currency) === 0n) return []
  const shares = sharesOf(statement, titleOf)
  if (kind === 'trueup') return [lineOf('true_up', `True-up of ${statement.period}`, statement.period, shares)]
  return order.flatMap((group) => {
    const ofGroup = shares.filter((share) => share.group === group)
    return ofGroup.length === 0 ? [] : [lineOf(group, descriptions[group], statement.period, ofGroup)]
  })
}

function sharesOf(statement: Statement, titleOf: TitleOf): Share[] {
  const { commission, currency, actions } = statement
  const savedNano = savedByAction(statement)
  const weights = commission.shares.map(({ action }) => absolute(savedNano.get(action) ?? 0n))
  const exactFees = splitByWeight(exactFeeOf(statement), weights)
  return commission.shares.map(({ action: id, fee }, index) => {
    const action = actions.find((candidate) => candidate.id === id)
    if (!action)
      throw new Error(`The statement of ${statement.period} charges for action ${id}, which it does not list.`)
    const resources = action.kind === 'commitment' ? action.commitment_ids : action.resource_ids
    const saved = savedNano.get(id) ?? 0n
    const feeMinor = toMinor(fee, currency)
    const described = {
      ...{ action_id: id, title: titleOf(id) ?? '', resource: resources[0] ?? '' },
      ...{ saved: exactText({ units: saved, scale: nanoPlaces }), fee: amountText(feeMinor, currency) },
    }
    return { group: action.kind, feeMinor, feeExact: exactFees[index] ?? 0n, savedNano: saved, action: described }
  })
}

/** What the entries that the fee rests on book for each action. */
function savedByAction({ commission, entries }: Statement): Map<string, bigint> {
  const counted = new Set(commission.entries)
  const saved = new Map<string, bigint>()
  for (const { hash, action, amount } of entries) {
    if (counted.has(hash)) saved.set(action, (saved.get(action) ?? 0n) + BigInt(amount))
  }
  return saved
}

/** The statement's fee before rounding: of the month as a whole, less what earlier statements of the month charged. */
function exactFeeOf({ commission, commission_rule, currency }: Statement): bigint {
  const minorUnit = 10n ** BigInt(feePlaces - digitsOf(currency))
  const before = commission.before ? toMinor(commission.before.fee, currency) * minorUnit : 0n
  const month = BigInt(commission.before?.billable ?? 0) + BigInt(commission.billable)
  const { capped, minor } = feeOf(month, commission_rule)
  const ofMonth = capped
    ? minor * minorUnit
    : commission.tiers.reduce((sum, { amount, rate_ppm }) => sum + BigInt(amount) * BigInt(rate_ppm), 0n)
  return ofMonth - before
}

function lineOf(group: LineGroup, description: string, period: string, shares: readonly Share[]): DraftLine {
  const total = (amountOf: (share: Share) => bigint) => shares.reduce((sum, share) => sum + amountOf(share), 0n)
  return {
    ...{ group, description, period },
    saved: exactText({ units: total(({ savedNano }) => savedNano), scale: nanoPlaces }),
    feeExact: exactText({ units: total(({ feeExact }) => feeExact), scale: feePlaces }),
    feeMinor: total(({ feeMinor }) => feeMinor),
    actions: shares.map(({ action }) => action),
  }
}

function absolute(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}
