import { subtract } from '@kept/domain/decimal.ts'
import { currency, defineReport, money, percent, provider } from './define-report.ts'
import { percentOf } from './rate.ts'

export const effectiveSavingsRate = defineReport({
  id: 'effective-savings-rate',
  title: 'Effective savings rate',
  words: 'How far effective cost lies below list and below contracted cost, of the lines that say both.',
  useCases: [32],
  parameters: [],
  columns: [
    provider,
    currency,
    money('effective', 'Effective cost'),
    money('list', 'List cost'),
    percent('rate_over_list', 'Saved against list'),
    money('contracted', 'Contracted cost'),
    percent('rate_over_contracted', 'Saved against contracted'),
  ],
  sql: (
    within,
  ) => `SELECT ServiceProviderName AS provider, BillingCurrency AS currency, sum(EffectiveCost) AS effective,
      sumIf(ListCost, isNotNull(EffectiveCost)) AS list, sumIf(EffectiveCost, isNotNull(ListCost)) AS of_list,
      sumIf(ContractedCost, isNotNull(EffectiveCost)) AS contracted,
      sumIf(EffectiveCost, isNotNull(ContractedCost)) AS of_contracted
    FROM cost_line WHERE ${within} GROUP BY provider, currency ORDER BY currency, effective DESC NULLS LAST, provider`,
  derive: ({ list, contracted, of_list, of_contracted }) => ({
    rate_over_list: list && of_list ? percentOf(subtract(list, of_list), list) : null,
    rate_over_contracted:
      contracted && of_contracted ? percentOf(subtract(contracted, of_contracted), contracted) : null,
  }),
})
