import { dimensionNames, dimensions, measureNames, measures } from '@kept/domain/cube.ts'
import { readCatalogue } from '@kept/store/ledger/catalogue.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import { listValues } from '@kept/store/ledger/values.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { routes } from '../platform/implement.ts'

export const costs = {
  query: routes.costs.query.handler(async ({ context: { services, scope }, input, signal }) => {
    const { database, warehouse } = services.state
    const { loadIds, known } = await currentLedger(database, scope)
    return { data: await explore(warehouse, scope, loadIds, input, signal, known) }
  }),
  catalogue: routes.costs.catalogue.handler(async ({ context: { services, scope } }) => {
    const { database, warehouse } = services.state
    const found = await readCatalogue(warehouse, scope, await currentLoadIds(database, scope))
    return {
      data: {
        measures: measureNames.map((name) => {
          const { label, unit, words } = measures[name]
          return { name, label, unit, words }
        }),
        dimensions: dimensionNames.map((name) => ({ name, label: dimensions[name].label })),
        tag_keys: found.tagKeys,
        keys: found.keys,
        currencies: found.currencies,
        first_day: found.firstDay,
        last_day: found.lastDay,
      },
    }
  }),
  values: routes.costs.values.handler(async ({ context: { services, scope }, input: { name, ...request } }) => {
    const { database, warehouse } = services.state
    const loadIds = await currentLoadIds(database, scope)
    return { data: await listValues(warehouse, scope, loadIds, { key: name, ...request }) }
  }),
}
