/**
 * The charges of a world, one record at a time, independent of providers. All amounts are after the contract's
 * discount, except `list`.
 */
import { addDays, weekdayOf } from '@kept/foundation/calendar/day.ts'
import { amountOf, ofCents } from '../bill/amount.ts'
import { hash, noiseAt } from '../random.ts'
import { applyCommitments, type HourOfUse, type PurchaseModel } from './apply-commitments.ts'
import { isMachine, type ProductKey, products } from './products.ts'
import {
  hourOf,
  instantOf,
  monthAfter,
  type Running,
  type SampleAccount,
  type SampleAdjustment,
  type SampleCommitment,
  type SampleResource,
  type SampleWorld,
} from './world.ts'

/** Every charge: `start` and `end` are instants, `month` is the first day of its billing period. */
interface ChargeBase {
  account: SampleAccount
  month: string
  start: string
  end: string
}

export interface UsageCharge extends ChargeBase {
  kind: 'usage'
  resource: SampleResource
  product: ProductKey
  model: PurchaseModel
  /** The commitment that covers it. */
  commitment?: SampleCommitment
  /** Millionths of the product's unit. */
  quantity: number
  /** At the public price. */
  list: bigint
  /** At the contract's price, without any commitment. For spot usage its market price. */
  contracted: bigint
  /** Zero where a commitment covers it. */
  billed: bigint
  /** Its share of the commitment that covers it, else the billed amount. */
  amortized: bigint
  /** The part of `amortized` that was paid up front. */
  amortizedUpfront: bigint
}

/** The unused part of a commitment in one hour or day. */
export interface UnusedCharge extends ChargeBase {
  kind: 'unused'
  commitment: SampleCommitment
  /** Millionths of machine hours; of hours of the plan for a savings plan. */
  quantity: number
  amortized: bigint
  amortizedUpfront: bigint
}

/** A commitment over the period of its fee: a month for a reservation, an hour or day for a plan. */
export interface FeeCharge extends ChargeBase {
  kind: 'fee'
  commitment: SampleCommitment
  /** Committed machine hours (hours of the plan for a savings plan), and the unused ones, in millionths. */
  quantity: number
  unusedQuantity: number
  /** The recurring fee; zero when all was paid upfront. */
  billed: bigint
  amortizedUpfront: bigint
  used: bigint
  unusedUpfront: bigint
  unusedRecurring: bigint
}

/** What is paid when a commitment begins. */
export interface UpfrontCharge extends ChargeBase {
  kind: 'upfront'
  commitment: SampleCommitment
  billed: bigint
}

export interface AdjustmentCharge extends ChargeBase {
  kind: 'adjustment'
  adjustment: SampleAdjustment
  billed: bigint
}

export interface TaxCharge extends ChargeBase {
  kind: 'tax'
  percent: number
  billed: bigint
}

export type SampleCharge = UsageCharge | UnusedCharge | FeeCharge | UpfrontCharge | AdjustmentCharge | TaxCharge

export type Granularity = 'hour' | 'day'

const hoursOfYear = 8760
const million = 1_000_000

/** All charges of the month that begins on `month`; hourly usage in records of an hour or a day each. */
export function* chargesOf(world: SampleWorld, month: string, granularity: Granularity): Generator<SampleCharge> {
  const billed = new Map<SampleAccount, bigint>()
  for (const charge of chargesBeforeTax(world, month, granularity)) {
    if ('billed' in charge) billed.set(charge.account, (billed.get(charge.account) ?? 0n) + charge.billed)
    yield charge
  }
  if (world.taxPercent === 0) return
  const end = monthAfter(month)
  for (const [account, amount] of billed) {
    yield {
      kind: 'tax',
      account,
      month,
      start: `${month}T00:00:00Z`,
      end: `${end}T00:00:00Z`,
      percent: world.taxPercent,
      billed: toCents((amount * BigInt(world.taxPercent)) / 100n),
    }
  }
}

function* chargesBeforeTax(world: SampleWorld, month: string, granularity: Granularity): Generator<SampleCharge> {
  const first = hourOf(world, month)
  const last = hourOf(world, monthAfter(month))
  const step = granularity === 'hour' ? 1 : 24
  const fees = new Map<SampleCommitment, FeeCharge>()
  for (let periodStart = first; periodStart < last; periodStart += step) {
    const period = { month, start: instantOf(world, periodStart), end: instantOf(world, periodStart + step) }
    yield* usageCharges(world, period, periodStart, step, fees)
    if (periodStart % 24 === 0) yield* dailyCharges(world, month, periodStart)
    for (const commitment of world.commitments) {
      if (commitment.from < periodStart || commitment.from >= periodStart + step) continue
      const billed = upfrontOf(world, commitment)
      if (billed > 0n) {
        const start = instantOf(world, commitment.from)
        const end = instantOf(world, commitment.from + 1)
        yield { kind: 'upfront', account: commitment.account, month, start, end, commitment, billed }
      }
    }
  }
  yield* fees.values()
  for (const adjustment of world.adjustments) {
    const hour = adjustment.day * 24
    if (hour < first || hour >= last) continue
    yield {
      kind: 'adjustment',
      account: adjustment.account,
      month,
      start: instantOf(world, hour),
      end: adjustment.kind === 'subscription' ? instantOf(world, last) : instantOf(world, hour + 24),
      adjustment,
      billed: ofCents(adjustment.cents),
    }
  }
}

/** Hourly usage, with the unused parts of its commitments and their fees. Reservations' fees are collected. */
function* usageCharges(
  world: SampleWorld,
  period: { month: string; start: string; end: string },
  periodStart: number,
  step: number,
  fees: Map<SampleCommitment, FeeCharge>,
): Generator<SampleCharge> {
  const usage = new Map<string, UsageCharge>()
  const unused = new Map<SampleCommitment, UnusedCharge>()
  const planFees = new Map<SampleCommitment, FeeCharge>()
  for (let hour = periodStart; hour < periodStart + step; hour += 1) {
    const { used, commitments } = applyCommitments(world, hour, runningAt(world, hour))
    for (const part of used) {
      const key = `${part.resource.key} ${part.product} ${part.model} ${part.commitment?.key ?? ''}`
      const charge = usage.get(key) ?? emptyUsage(period, part)
      charge.quantity += part.quantity
      charge.list += part.list
      charge.contracted += part.contracted
      charge.billed += part.billed
      charge.amortized += part.amortized
      charge.amortizedUpfront += part.amortizedUpfront
      usage.set(key, charge)
    }
    for (const hourOfCommitment of commitments) {
      const { commitment, quantity, unusedQuantity, upfront, recurring, unusedUpfront, unusedRecurring } =
        hourOfCommitment
      const feesOfKind = commitment.kind === 'reservation' ? fees : planFees
      const fee = feesOfKind.get(commitment) ?? emptyFee(world, period, commitment, hour)
      fee.end = instantOf(world, commitment.kind === 'reservation' ? hour + 1 : periodStart + step)
      fee.quantity += quantity
      fee.unusedQuantity += unusedQuantity
      fee.billed += recurring
      fee.amortizedUpfront += upfront
      fee.used += upfront + recurring - unusedUpfront - unusedRecurring
      fee.unusedUpfront += unusedUpfront
      fee.unusedRecurring += unusedRecurring
      feesOfKind.set(commitment, fee)
      if (unusedUpfront + unusedRecurring === 0n) continue
      const unusedCharge = unused.get(commitment) ?? emptyUnused(period, commitment)
      unusedCharge.quantity += unusedQuantity
      unusedCharge.amortized += unusedUpfront + unusedRecurring
      unusedCharge.amortizedUpfront += unusedUpfront
      unused.set(commitment, unusedCharge)
    }
  }
  yield* usage.values()
  yield* unused.values()
  yield* planFees.values()
}

function* dailyCharges(world: SampleWorld, month: string, dayStart: number): Generator<UsageCharge> {
  const period = { month, start: instantOf(world, dayStart), end: instantOf(world, dayStart + 24) }
  for (const resource of world.resources) {
    for (const { product, pattern } of resource.uses) {
      if (pattern.kind !== 'daily') continue
      const noise = noiseAt(hash(`${world.seed}/${resource.key}/${product}`), dayStart / 24)
      const quantity = Math.round(pattern.perDay * (1 + noise / 10))
      const contracted = amountOf(products[product].price, quantity, 100 - world.discountPercent)
      yield {
        ...emptyUsage(period, { resource, product, model: 'on_demand' }),
        quantity,
        list: amountOf(products[product].price, quantity),
        contracted,
        billed: contracted,
        amortized: contracted,
      }
    }
  }
}

function runningAt(world: SampleWorld, hour: number): HourOfUse[] {
  const running: HourOfUse[] = []
  for (const resource of world.resources) {
    for (const { product, pattern } of resource.uses) {
      if (pattern.kind === 'hourly' && isRunning(world, pattern, hour)) {
        running.push({ resource, product, canBeCovered: isMachine(product) && !resource.spot })
      }
    }
  }
  return running
}

function isRunning(world: SampleWorld, { from, until, officeHours }: Running, hour: number): boolean {
  if (hour < from || hour >= until) return false
  if (!officeHours) return true
  const ofDay = ((hour % 24) + 24) % 24
  if (ofDay < 7 || ofDay >= 19) return false
  return weekdayOf(addDays(world.start, Math.floor(hour / 24))) < 5
}

/** What is due when a commitment begins: its upfront part of every hour of its term. */
export function upfrontOf(world: SampleWorld, commitment: SampleCommitment): bigint {
  const count = commitment.kind === 'reservation' ? commitment.count : 1
  const hours = hoursOfYear * commitment.termYears * count
  return amountOf(commitment.upfrontPerHour, hours * million, 100 - world.discountPercent)
}

type Period = Pick<ChargeBase, 'month' | 'start' | 'end'>

function emptyUsage(
  period: Period,
  { resource, product, model, commitment }: Pick<UsageCharge, 'resource' | 'product' | 'model' | 'commitment'>,
): UsageCharge {
  return {
    kind: 'usage',
    ...period,
    account: resource.account,
    resource,
    product,
    model,
    ...(commitment ? { commitment } : {}),
    quantity: 0,
    list: 0n,
    contracted: 0n,
    billed: 0n,
    amortized: 0n,
    amortizedUpfront: 0n,
  }
}

function emptyUnused(period: Period, commitment: SampleCommitment): UnusedCharge {
  return {
    kind: 'unused',
    ...period,
    account: commitment.account,
    commitment,
    quantity: 0,
    amortized: 0n,
    amortizedUpfront: 0n,
  }
}

function emptyFee(world: SampleWorld, period: Period, commitment: SampleCommitment, hour: number): FeeCharge {
  return {
    kind: 'fee',
    ...period,
    ...(commitment.kind === 'reservation' ? { start: instantOf(world, hour) } : {}),
    account: commitment.account,
    commitment,
    quantity: 0,
    unusedQuantity: 0,
    billed: 0n,
    amortizedUpfront: 0n,
    used: 0n,
    unusedUpfront: 0n,
    unusedRecurring: 0n,
  }
}

/** Taxes are rounded to cents, half away from zero, as invoices do. */
function toCents(amount: bigint): bigint {
  const cent = ofCents(1)
  const half = amount < 0n ? -cent / 2n : cent / 2n
  return ((amount + half) / cent) * cent
}
