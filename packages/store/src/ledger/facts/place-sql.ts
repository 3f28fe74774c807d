/** The location columns of facts; columns that depend on others are not grouped by. */
export const accountSql = `BillingCurrency AS currency, ServiceProviderName AS provider,
  BillingAccountId AS billing_account_id, SubAccountId AS sub_account_id, max(SubAccountName) AS sub_account_name`

export const placeSql = `${accountSql}, ServiceName AS service, max(ServiceCategory) AS service_category,
  max(ServiceSubcategory) AS service_subcategory, RegionId AS region`

export const accountKeys = 'currency, provider, billing_account_id, sub_account_id'
export const placeKeys = `${accountKeys}, service, region`

export const inWindow = 'charge_date >= {from:Date} AND charge_date < {to:Date}'
/** Trends reach further back than the window. */
export const inHistory = 'charge_date >= {history:Date} AND charge_date < {to:Date}'

export const firstFilled = (...expressions: string[]) =>
  `coalesce(${expressions.map((sql) => `nullIf(toString(${sql}), '')`).join(', ')}, '')`

/** The provider's own meter: from the export where it has one, else SkuMeter, which some providers fill with less. */
export const meterSql = firstFilled(
  "x_columns['x_UsageType']",
  "x_columns['x_SkuMeterName']",
  "x_columns['x_SkuDescription']",
  'SkuMeter',
)
