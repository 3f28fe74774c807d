/** The lines savings are counted on, and what of them the engine reads. Everything else on a bill is no usage. */
import { ofLoads } from '../roll-up-sql.ts'

/** Lines of any charge category; with `{currency:String}`, `{from:DateTime('UTC')}` and `{to:DateTime('UTC')}` open. */
export const linesInSpan = `${ofLoads} AND charge_date >= toDate({from:DateTime('UTC')}) AND charge_date <= toDate({to:DateTime('UTC')})
    AND ChargePeriodStart >= {from:DateTime('UTC')} AND ChargePeriodStart < {to:DateTime('UTC')}
    AND BillingCurrency = {currency:String}`

/** The usage among them. */
export const countedLines = `${linesInSpan} AND ChargeCategory = 'Usage'`

/** Lines that say what a commitment covered, or what of it lay unused, whatever their charge category. */
export const commitmentLines = `(CommitmentDiscountStatus = 'Unused' AND ChargeCategory IN ('Usage', 'Purchase')
    OR CommitmentDiscountStatus = 'Used' AND ChargeCategory = 'Usage')`

/** Hours since 1970. */
export const hourSql = 'intDiv(toUnixTimestamp(ChargePeriodStart), 3600)'
/** SkuPriceId stays when a price changes; not every bill has one. */
export const skuSql = "if(SkuPriceId != '', SkuPriceId, SkuId)"
export const quantitySql = 'coalesce(PricingQuantity, ConsumedQuantity, 0)'
/** A bill that leaves the contracted cost out knows no other than what was paid. */
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
