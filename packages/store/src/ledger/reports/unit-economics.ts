import { currency, date, defineReport, money, number, text } from './define-report.ts'
import { per } from './rate.ts'

export const unitEconomics = defineReport({
  id: 'unit-economics',
  title: 'Cost per unit, day by day',
  description: 'The cost of a gigabyte, an hour or a request, for charges whose description contains a word.',
  useCases: [7],
  parameters: [
    { name: 'description', label: 'Word in the charge description', required: false },
    { name: 'unit', label: 'Consumed unit', required: false },
  ],
  columns: [
    date('day', 'Day'),
    text('unit', 'Unit'),
    currency,
    money('billed', 'Billed cost'),
    money('effective', 'Effective cost'),
    number('quantity', 'Consumed quantity'),
    money('billed_per_unit', 'Billed per unit'),
    money('effective_per_unit', 'Effective per unit'),
  ],
  sql: (
    within,
  ) => `SELECT charge_date AS day, ConsumedUnit AS unit, BillingCurrency AS currency, sum(BilledCost) AS billed,
      sum(EffectiveCost) AS effective, sum(ConsumedQuantity) AS quantity
    FROM cost_line
    WHERE ${within} AND positionCaseInsensitiveUTF8(ChargeDescription, {description:String}) > 0
      AND ({unit:String} = '' OR ConsumedUnit = {unit:String}) AND isNotNull(ConsumedQuantity)
    GROUP BY day, unit, currency ORDER BY day, unit, currency`,
  derive: (row) => ({
    billed_per_unit: per(row.billed, row.quantity),
    effective_per_unit: per(row.effective, row.quantity),
  }),
})
