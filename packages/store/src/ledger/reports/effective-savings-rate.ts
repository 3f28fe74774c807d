import { add, subtract } from '@kept/foundation/decimal.ts'
import { uncoveredCommitmentSql, usageSql } from '../savings-scope.ts'
import { currency, defineReport, money, percent, provider } from './define-report.ts'
import { percentOf } from './rate.ts'

const listKnown = `${usageSql} AND isNotNull(EffectiveCost) AND NOT (ListCost = 0 AND EffectiveCost > 0)`

/**
 * The library's own query for this use case divides over every charge: purchases are included with their list cost and
 * an effective cost of 0, which raises the rate four to eight times on bills with commitments. This report differs.
 */
export const effectiveSavingsRate = defineReport({
  id: 'effective-savings-rate',
  title: 'Effective savings rate',
  description:
    'How far the effective cost of usage, with the unused part of commitments, lies below list and below contracted cost. Purchases, taxes and credits are left out: the query of the FOCUS use-case library counts them, so its rate is too high on bills with commitments.',
  useCases: [32],
  parameters: [],
  columns: [
    provider,
    currency,
    money('effective', 'Effective cost'),
    money('unused', 'Of which unused commitments'),
    money('list', 'List cost'),
    percent('rate_over_list', 'Effective savings rate'),
    percent('list_coverage', 'Share with list cost'),
    money('contracted', 'Contracted cost'),
    percent('rate_over_contracted', 'Saved against contracted'),
  ],
  sql: (
    within,
  ) => `SELECT ServiceProviderName AS provider, BillingCurrency AS currency, sum(EffectiveCost) AS effective,
      sumIf(EffectiveCost, ${uncoveredCommitmentSql}) AS unused,
      sumIf(ListCost, ${listKnown}) AS list, sumIf(EffectiveCost, isNotNull(ListCost) AND ${listKnown}) AS of_list,
      sumIf(ContractedCost, isNotNull(EffectiveCost) AND ${usageSql}) AS contracted,
      sumIf(EffectiveCost, isNotNull(ContractedCost) AND ${usageSql}) AS of_contracted
    FROM cost_line WHERE ${within} AND (${usageSql} OR ${uncoveredCommitmentSql})
    GROUP BY provider, currency ORDER BY currency, effective DESC NULLS LAST, provider`,
  derive: ({ effective, unused, list, contracted, of_list, of_contracted }) => ({
    list_coverage: effective ? percentOf(of_list ?? '0', subtract(effective, unused ?? '0')) : null,
    rate_over_list: list && of_list ? percentOf(subtract(list, add(of_list, unused ?? '0')), list) : null,
    rate_over_contracted:
      contracted && of_contracted
        ? percentOf(subtract(contracted, add(of_contracted, unused ?? '0')), contracted)
        : null,
  }),
})
