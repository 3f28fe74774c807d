/** What a month's savings calculation needs from a bill, and what was read so far, over all files. */
import type { CommitmentHour, PriceSeen } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { compare, type Decimal, decimal, divideDown } from '@kept/foundation/decimal.ts'

export interface RequestedLines {
  /** The month. */
  readonly from: Hour
  readonly to: Hour
  readonly currency: string
  readonly resources: readonly string[]
  readonly skus: readonly string[]
  readonly commitments: readonly string[]
}

/** Decimals of a price that is calculated because the line does not state it. */
const derivedPlaces = 18

/** The lowest price of each SKU in each hour. */
export function openPrices({ from, to, skus }: RequestedLines) {
  const lowest = skus.map(() => new Array<Decimal | undefined>(to - from))
  const derived = new Map<string, Decimal>()

  function see(sku: number, hour: Hour, price: Decimal): void {
    const ofSku = lowest[sku]
    const lowestPrice = ofSku?.[hour - from]
    // The same text is the same object: most hours have one price.
    if (!ofSku || lowestPrice === price) return
    if (lowestPrice === undefined || compare(price, lowestPrice) < 0) ofSku[hour - from] = price
  }

  return {
    see,
    /** A line without a price, which is calculated from cost and quantity. */
    derive(sku: number, hour: Hour, cost: Decimal, quantity: Decimal): void {
      const key = `${cost} ${quantity}`
      const price = derived.get(key) ?? divideDown(cost, quantity, derivedPlaces)
      if (derived.size < 100_000) derived.set(key, price)
      see(sku, hour, price)
    },
    list(): PriceSeen[] {
      return lowest.flatMap((ofSku, index) =>
        ofSku.flatMap((price, hour) =>
          price === undefined ? [] : [{ sku: skus[index] ?? '', hour: from + hour, price }],
        ),
      )
    },
  }
}

/** Amounts are summed as integers of 10^-30, the smallest unit of the ledger. */
const scale = 30

/** A span of a bill is shorter than this: the longest charge period is a few years. */
const maxSpan = 65_536

interface CommitmentAmounts {
  readonly contracted: Decimal
  readonly effective: Decimal
}

/** The commitments by span. */
export function openCommitmentHours({ from, commitments }: RequestedLines) {
  const sums = commitments.map(() => new Map<number, { contracted: bigint; effective: bigint }>())
  const unitsByAmount = new Map<Decimal, bigint>()

  function units(amount: Decimal): bigint {
    const cached = unitsByAmount.get(amount)
    if (cached !== undefined) return cached
    const [integer = '0', fraction = ''] = decimal(amount).split('.')
    const result = BigInt(integer + fraction.padEnd(scale, '0'))
    if (unitsByAmount.size < 100_000) unitsByAmount.set(amount, result)
    return result
  }

  return {
    add(commitment: number, span: { hour: Hour; hours: number }, isUsed: boolean, amounts: CommitmentAmounts): void {
      const { contracted, effective } = amounts
      const key = ((span.hour - from) * maxSpan + span.hours) * 2 + (isUsed ? 1 : 0)
      const ofHour = sums[commitment]?.get(key)
      if (ofHour) {
        ofHour.contracted += units(contracted)
        ofHour.effective += units(effective)
      } else sums[commitment]?.set(key, { contracted: units(contracted), effective: units(effective) })
    },
    list(): CommitmentHour[] {
      return sums.flatMap((ofCommitment, index) =>
        [...ofCommitment].map(([key, { contracted, effective }]) => ({
          commitment: commitments[index] ?? '',
          hour: from + Math.floor(key / 2 / maxSpan),
          hours: Math.floor(key / 2) % maxSpan,
          status: key % 2 === 1 ? ('Used' as const) : ('Unused' as const),
          contracted: decimal(`${contracted}e-${scale}`),
          effective: decimal(`${effective}e-${scale}`),
        })),
      )
    },
  }
}

/** Hours in which the bill has any usage; a daily line covers all of its hours. */
export function openCoverage({ from, to }: RequestedLines) {
  const covered = new Uint8Array(to - from + 24)
  return {
    mark(hour: Hour, hours: number): void {
      const until = hour - from + Math.min(24, Math.max(1, hours))
      for (let index = hour - from; index < until; index += 1) covered[index] = 1
    },
    has: (hour: Hour): boolean => covered[hour - from] === 1,
  }
}
