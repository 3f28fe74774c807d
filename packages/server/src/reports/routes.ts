import { reports as all } from '@kept/store/ledger/reports/all.ts'
import { runReport } from '@kept/store/ledger/reports/run-report.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import { routes } from '../platform/implement.ts'

export const reports = {
  list: routes.reports.list.handler(() => ({
    data: all.map(({ id, title, description, parameters, useCases }) => ({
      id,
      title,
      description,
      parameters,
      use_cases: useCases,
    })),
  })),
  run: routes.reports.run.handler(async ({ context: { services, scope }, input, signal }) => {
    const { database, warehouse } = services.state
    return { data: await runReport(warehouse, scope, await currentLoadIds(database, scope), input, signal) }
  }),
}
