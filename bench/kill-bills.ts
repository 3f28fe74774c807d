/** Bills whose total is known to the last decimal, different at every delivery. */
import { add, type Decimal, decimal } from '@kept/foundation/decimal.ts'

export interface KnownBill {
  account: string
  /** "2026-03" */
  month: string
  text: string
  billed: Decimal
}

const header =
  'BilledCost,EffectiveCost,ContractedCost,ListCost,BillingCurrency,BillingAccountId,BillingPeriodStart,BillingPeriodEnd,ChargePeriodStart,ChargePeriodEnd,ChargeCategory,ProviderName,ServiceName,ResourceId'

export function knownBill(account: string, month: string, rows: number, random: () => number): KnownBill {
  const lines: string[] = [header]
  let units = 0n
  const next = `${month.slice(0, 5)}${String(Number(month.slice(5)) + 1).padStart(2, '0')}`
  for (let row = 0; row < rows; row += 1) {
    const amount = BigInt(Math.floor(random() * 4_000_000_000) - 500_000_000)
    units += amount
    const cost = decimal(`${amount}e-9`)
    const day = String((row % 28) + 1).padStart(2, '0')
    const hour = String(row % 24).padStart(2, '0')
    lines.push(
      `${cost},${cost},${cost},${cost},USD,${account},${month}-01T00:00:00Z,${next}-01T00:00:00Z,${month}-${day}T${hour}:00:00Z,${month}-${day}T${hour}:59:59Z,Usage,AWS,Service ${row % 20},resource-${row % 500}`,
    )
  }
  return { account, month, text: `${lines.join('\n')}\n`, billed: add(decimal(`${units}e-9`), '0') }
}

/** A small seeded random: the same run every time. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
