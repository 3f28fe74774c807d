/** `GET /v1/imports/{id}/rejected-rows.csv`: streams all rejected rows, safe to open in a spreadsheet. */
import { Readable } from 'node:stream'
import { csvLine } from '@kept/foundation/csv/write.ts'
import { findImport } from '@kept/store/imports/find.ts'
import { walkRejectedRows } from '@kept/store/imports/rejected-rows.ts'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { importId } from './import-id.ts'

export const rejectedRowsDownload: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { id: string } }>(
    '/v1/imports/:id/rejected-rows.csv',
    { config: { needs: 'costs:read' } },
    async (request, reply) => {
      const { services, scope } = admit(await contextOf(request), 'costs:read')
      const { database, warehouse } = services.state
      const { key } = await findImport(database, scope, importId(request.params.id))
      async function* lines() {
        yield csvLine(['file', 'line', 'column', 'value', 'reason', 'row'])
        for await (const { file, line, column, value, reason, row } of walkRejectedRows(warehouse, scope, key)) {
          yield csvLine([file, line, column, value, reason, row])
        }
      }
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="rejected-rows-${key.slice(0, 8)}.csv"`)
        .send(Readable.from(lines()))
    },
  )
}
