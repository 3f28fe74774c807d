/** What the dashboard shows in its tables, as files: all rows, where the page has room for the first ones. */
import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import type { Anomaly } from '@kept/domain/anomaly.ts'
import type { Finding } from '@kept/domain/finding.ts'
import { nameOfScope, placeOfScope } from '../../anomalies/words.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'

type Shown = Overview['currencies'][number]

const findingColumns: readonly ListColumn<Finding>[] = [
  ['Finding', 'title'],
  ['Where', (one) => one.resource_name || one.resource_id || one.service],
  ['Currency', 'currency'],
  ['Costs a month', 'monthly_cost'],
  ['Could save a month', 'monthly_saving'],
  ['Could save at least', 'monthly_saving_low'],
  ['Could save at most', 'monthly_saving_high'],
  ['Id', 'id'],
]

const anomalyColumns: readonly ListColumn<Anomaly>[] = [
  ['Where', nameOfScope],
  ['In', placeOfScope],
  ['Severity', 'severity'],
  ['First day', 'first_day'],
  ['Currency', 'currency'],
  ['Off by', 'excess'],
  ['Id', 'id'],
]

export const writers = {
  days: async ({ currency, days }: Shown): Promise<List> =>
    listOf(days, [
      ['Day', 'date'],
      ['Currency', () => currency],
      ['Effective', 'effective'],
      ['Billed', 'billed'],
    ]),
  services: async ({ currency, services }: Shown): Promise<List> =>
    listOf(services, [
      ['Service', 'service'],
      ['Provider', 'provider'],
      ['Currency', () => currency],
      ['Effective', 'effective'],
      ['Before', 'previous'],
    ]),
  movers: async ({ currency, movers }: Shown): Promise<List> =>
    listOf(movers, [
      ['Service', 'service'],
      ['Provider', 'provider'],
      ['Currency', () => currency],
      ['Before', 'previous'],
      ['Moved by', 'delta'],
      ['Effective', 'effective'],
    ]),
  anomalies: async (): Promise<List> => {
    const { data } = await queryClient.fetchQuery(api.anomalies.list.queryOptions({ input: {} }))
    return listOf(data, anomalyColumns)
  },
  findings: async ({ currency }: Shown): Promise<List> => {
    const { data } = await queryClient.fetchQuery(
      api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }),
    )
    return listOf(
      data.filter((finding) => finding.currency === currency),
      findingColumns,
    )
  },
}
