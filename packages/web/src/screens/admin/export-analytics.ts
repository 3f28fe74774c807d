/** What came of the commission, as files. */
import type { CommissionAnalytics } from '@kept/contract/routes/commission.ts'
import { type List, listOf } from '../../csv/list-file.ts'

export const writers = {
  months: ({ months }: CommissionAnalytics): List =>
    listOf(months, [
      ['Month', 'period'],
      ['Currency', 'currency'],
      ['Verified', 'verified'],
      ['Customers keep', 'customer_net'],
      ['Fees', 'fee'],
    ]),
  customers: ({ customers }: CommissionAnalytics): List =>
    listOf(customers, [
      ['Customer', 'name'],
      ['Currency', 'currency'],
      ['Verified', 'verified'],
      ['Fees', 'fee'],
      ['Id', 'id'],
    ]),
  tiers: ({ tiers }: CommissionAnalytics): List =>
    listOf(tiers, [
      ['Tier', 'tier'],
      ['Customers', 'customers'],
      ['Currency', 'currency'],
      ['Verified', 'verified'],
      ['Fees', 'fee'],
    ]),
}
