import { dimensionNames, dimensions, measureNames, measures } from '@kept/domain/cube.ts'
import { readCatalog } from '@kept/store/ledger/catalog.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import { listValues } from '@kept/store/ledger/values.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { cachedAnswer } from '../platform/cached-answer.ts'
import { routes } from '../platform/implement.ts'
import { annotationRoutes } from './annotation-routes.ts'
import { readExplanation } from './explain.ts'
import { savedViewRoutes } from './saved-view-routes.ts'

export const costs = {
  ...savedViewRoutes,
  ...annotationRoutes,
  query: routes.costs.query.handler(async ({ context: { services, scope }, input, signal }) => {
    const { database, warehouse } = services.state
    const { loadIds, availableSpan } = await currentLedger(database, scope)
    return { data: await explore(warehouse, scope, loadIds, input, signal, availableSpan) }
  }),
  explain: routes.costs.explain.handler(async ({ context, input, signal }) => {
    const { services, scope } = context
    const { database, warehouse } = services.state
    const ledger = await currentLedger(database, scope)
    const data = await cachedAnswer(
      context,
      input,
      async () => ledger,
      () => readExplanation(warehouse, scope, ledger, input, signal),
    )
    return { data }
  }),
  catalog: routes.costs.catalog.handler(async ({ context: { services, scope } }) => {
    const { database, warehouse } = services.state
    const catalog = await readCatalog(warehouse, scope, await currentLoadIds(database, scope))
    return {
      data: {
        measures: measureNames.map((name) => {
          const { label, unit, description } = measures[name]
          return { name, label, unit, description }
        }),
        dimensions: dimensionNames.map((name) => ({ name, label: dimensions[name].label })),
        tag_keys: catalog.tagKeys,
        keys: catalog.keys,
        currencies: catalog.currencies,
        first_day: catalog.firstDay,
        last_day: catalog.lastDay,
      },
    }
  }),
  values: routes.costs.values.handler(async ({ context: { services, scope }, input: { name, ...request } }) => {
    const { database, warehouse } = services.state
    const loadIds = await currentLoadIds(database, scope)
    return { data: await listValues(warehouse, scope, loadIds, { key: name, ...request }) }
  }),
}
