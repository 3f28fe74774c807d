/** Resources API. */
import type { Scope } from '@kept/domain/scope.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { readMetricSeries } from '@kept/store/metrics/read-series.ts'
import { metricSpan } from '@kept/store/metrics/span.ts'
import { recommendationsOfResource } from '@kept/store/recommendations/of-resource.ts'
import { readResourceCosts } from '@kept/store/resources/costs.ts'
import { findResource } from '@kept/store/resources/find.ts'
import { groupResources, listResources } from '@kept/store/resources/list.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { namesOfResource } from '@kept/store/resources/short-names.ts'
import type { Services } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { factsChangedJob } from './changed-job.ts'
import { isDescending } from './sort-order.ts'

export const resources = {
  list: routes.resources.list.handler(async ({ context: { services, scope }, input }) => {
    const { sort, order, limit, cursor, ...filter } = input
    const descending = isDescending(sort, order)
    const page = await listResources(services.state.database, scope, { filter, sort, descending, limit, cursor })
    return { data: page.resources, meta: { total: page.total, totals: page.totals, next: page.next } }
  }),
  groups: routes.resources.groups.handler(async ({ context: { services, scope }, input: { group_by, ...filter } }) => ({
    data: await groupResources(services.state.database, scope, filter, group_by),
  })),
  get: routes.resources.get.handler(async ({ context: { services, scope }, input: { id, provider } }) => ({
    data: await findResource(services.state.database, scope, id, provider),
  })),
  costs: routes.resources.costs.handler(async ({ context: { services, scope }, input }) => {
    const { database, warehouse } = services.state
    const { provider, resource_id } = await findResource(database, scope, input.id, input.provider)
    const { loadIds, availableSpan } = await currentLedger(database, scope)
    const from = input.start_date ?? availableSpan?.from
    const to = input.end_date ?? availableSpan?.to
    if (from === undefined || to === undefined) return { data: { start_date: null, end_date: null, currencies: [] } }
    const currencies = await readResourceCosts(warehouse, scope, loadIds, { provider, resource_id }, { from, to })
    return { data: { start_date: from, end_date: to, currencies } }
  }),
  metrics: routes.resources.metrics.handler(async ({ context: { services, scope }, input }) => {
    const { database, warehouse } = services.state
    const { resource_id } = await findResource(database, scope, input.id, input.provider)
    const resourceIds = await namesOfResource(database, scope, resource_id)
    const metricRange = await metricSpan(warehouse, scope, resourceIds)
    const from = input.start_date ?? metricRange?.from
    const to = input.end_date ?? metricRange?.to
    if (from === undefined || to === undefined) return { data: { start_date: null, end_date: null, series: [] } }
    const names = input.metrics?.split(',').map((name) => name.trim())
    const series = await readMetricSeries(warehouse, scope, {
      resourceIds,
      from: `${from}T00:00:00Z`,
      to: `${to}T00:00:00Z`,
      grain: input.grain,
      metrics: names?.some(Boolean) ? names.filter(Boolean) : undefined,
    })
    return { data: { start_date: from, end_date: to, series } }
  }),
  recommendations: routes.resources.recommendations.handler(
    async ({ context: { services, scope }, input: { id, provider } }) => {
      const { database } = services.state
      const data = await recommendationsOfResource(database, scope, id, provider)
      // A recommendation may outlive its resource; without either, there is no such resource.
      if (data.length === 0) await findResource(database, scope, id, provider)
      return { data }
    },
  ),
  putInventory: routes.resources.putInventory.handler(async ({ context: { services, scope }, input: { items } }) => {
    const result = await putInventory(services.state.database, scope, items, services.now())
    await requestEvaluation(services, scope)
    return { data: { ...result, rejected: 0, rejected_rows: [] } }
  }),
}

/** Resource data changed: evaluates the rules after the response. */
export async function requestEvaluation({ jobs }: Pick<Services, 'jobs'>, scope: Scope): Promise<void> {
  await jobs.send(factsChangedJob, { organization_id: scope.organizationId })
}
