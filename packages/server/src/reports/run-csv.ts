/** `POST /v1/reports/{id}/run.csv`: like `/v1/reports/{id}/run`, with every row as CSV. */
import { reportRequestSchema } from '@kept/contract/routes/reports.ts'
import { csvLine } from '@kept/foundation/csv/write.ts'
import { streamReport } from '@kept/store/ledger/reports/run-report.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { abortedByClient, sendCsv } from '../platform/send-csv.ts'

export const reportCsv: RawRoutes = (app, contextOf) => {
  app.post<{ Params: { id: string } }>(
    '/v1/reports/:id/run.csv',
    { config: { needs: 'costs:read' } },
    async (request, reply) => {
      const { services, scope } = admit(await contextOf(request), 'costs:read')
      const { id } = request.params
      const query = parseBody(reportRequestSchema, request.body ?? {})
      const { database, warehouse } = services.state
      const loadIds = await currentLoadIds(database, scope)
      const { columns, rows } = await streamReport(warehouse, scope, loadIds, { id, ...query }, abortedByClient(reply))
      async function* lines() {
        yield csvLine(columns.map(({ key }) => key))
        for await (const row of rows) yield csvLine(columns.map(({ key }) => row[key] ?? null))
      }
      return sendCsv(reply, `${id}.csv`, lines())
    },
  )
}
