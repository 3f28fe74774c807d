import { currency, date, defineReport, money, number, text } from './define-report.ts'

export const computeResources = defineReport({
  id: 'compute-resources',
  title: 'Compute resources of a sub-account',
  description: 'The machines of one sub-account with the highest usage, with quantity and period.',
  useCases: [35],
  parameters: [{ name: 'sub_account', label: 'Sub-account id', required: true }],
  columns: [
    date('first', 'From'),
    date('last', 'To'),
    text('service', 'Service'),
    text('resource', 'Resource'),
    text('resource_name', 'Its name'),
    text('pricing_unit', 'Pricing unit'),
    currency,
    number('pricing_quantity', 'Pricing quantity'),
    money('effective', 'Effective cost'),
  ],
  sql: (within) => `SELECT min(ChargePeriodStart) AS first, max(ChargePeriodEnd) AS last, ServiceName AS service,
      ResourceId AS resource, ResourceName AS resource_name, PricingUnit AS pricing_unit, BillingCurrency AS currency,
      sum(PricingQuantity) AS pricing_quantity, sum(EffectiveCost) AS effective
    FROM cost_line WHERE ${within} AND SubAccountId = {sub_account:String} AND ServiceCategory = 'Compute'
    GROUP BY service, resource, resource_name, pricing_unit, currency
    ORDER BY currency, effective DESC NULLS LAST, service, resource, resource_name, pricing_unit`,
})
