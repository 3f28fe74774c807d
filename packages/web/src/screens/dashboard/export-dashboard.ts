/** The dashboard's tables as files, with all rows. */
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { nameOfScope, placeOfScope } from '../../anomalies/anomaly-text.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

type CurrencyOverview = Overview['currencies'][number]

const recommendationColumns: readonly ListColumn<Recommendation>[] = [
  ['Recommendation', 'title'],
  [
    'Resource',
    (recommendation) => recommendation.resource_name || recommendation.resource_id || recommendation.service,
  ],
  ['Currency', 'currency'],
  ['Monthly cost', 'monthly_cost'],
  ['Estimated monthly savings', 'monthly_savings'],
  ['Estimated monthly savings, low', 'monthly_savings_low'],
  ['Estimated monthly savings, high', 'monthly_savings_high'],
  ['Id', 'id'],
]

const anomalyColumns: readonly ListColumn<Anomaly>[] = [
  ['Where', nameOfScope],
  ['In', placeOfScope],
  ['Severity', 'severity'],
  ['First day', 'first_day'],
  ['Currency', 'currency'],
  ['Difference', 'excess'],
  ['Id', 'id'],
]

export const writers = {
  days: async ({ currency, days }: CurrencyOverview): Promise<List> =>
    listOf(days, [
      ['Day', 'date'],
      ['Currency', () => currency],
      ['Effective', 'effective'],
      ['Billed', 'billed'],
    ]),
  services: async ({ currency, services }: CurrencyOverview): Promise<List> =>
    listOf(services, [
      ['Service', 'service'],
      ['Provider', 'provider'],
      ['Currency', () => currency],
      ['Effective', 'effective'],
      ['Previous', 'previous'],
    ]),
  movers: async ({ currency, movers }: CurrencyOverview): Promise<List> =>
    listOf(movers, [
      ['Service', 'service'],
      ['Provider', 'provider'],
      ['Currency', () => currency],
      ['Previous', 'previous'],
      ['Difference', 'delta'],
      ['Effective', 'effective'],
    ]),
  anomalies: async (): Promise<List> => {
    const { data } = await queryClient.fetchQuery(api.anomalies.list.queryOptions({ input: {} }))
    return listOf(data, anomalyColumns)
  },
  recommendations: async ({ currency }: CurrencyOverview): Promise<List> => {
    const { data } = await queryClient.fetchQuery(
      api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }),
    )
    return listOf(
      data.filter((recommendation) => recommendation.currency === currency),
      recommendationColumns,
    )
  },
}
