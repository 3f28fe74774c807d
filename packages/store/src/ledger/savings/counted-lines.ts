/** The lines that savings are calculated from, and the columns the engine reads. All other lines are not usage. */
import { ofLoads } from '../roll-up-sql.ts'

/**
 * Lines of any charge category; with `{currency:String}`, `{from:DateTime('UTC')}` and `{to:DateTime('UTC')}` unbound.
 */
export const linesInSpan = `${ofLoads} AND charge_date >= toDate({from:DateTime('UTC')}) AND charge_date <= toDate({to:DateTime('UTC')})
    AND ChargePeriodStart >= {from:DateTime('UTC')} AND ChargePeriodStart < {to:DateTime('UTC')}
    AND BillingCurrency = {currency:String}`

/** The usage lines among them. */
export const countedLines = `${linesInSpan} AND ChargeCategory = 'Usage'`

/** Lines of the used or unused part of a commitment, whatever their charge category. */
export const commitmentLines = `(CommitmentDiscountStatus = 'Unused' AND ChargeCategory IN ('Usage', 'Purchase')
    OR CommitmentDiscountStatus = 'Used' AND ChargeCategory = 'Usage')`

/** Hours since 1970. */
export const hourSql = 'intDiv(toUnixTimestamp(ChargePeriodStart), 3600)'
/** SkuPriceId stays the same when a price changes; not every bill has it. */
export const skuSql = "if(SkuPriceId != '', SkuPriceId, SkuId)"
export const quantitySql = 'coalesce(PricingQuantity, ConsumedQuantity, 0)'
/** Without a contracted cost on the bill, the effective cost is used. */
export const contractedSql = 'coalesce(ContractedCost, EffectiveCost, 0)'
export const effectiveSql = 'coalesce(EffectiveCost, 0)'

export interface CountedSpan {
  readonly loadIds: readonly string[]
  readonly currency: string
  /** Hours since 1970. */
  readonly from: number
  readonly to: number
}

export function spanParameters({ loadIds, currency, from, to }: CountedSpan): Record<string, unknown> {
  const instant = (hour: number) => hour * 3600
  return { load_ids: loadIds, currency, from: instant(from), to: instant(to) }
}
