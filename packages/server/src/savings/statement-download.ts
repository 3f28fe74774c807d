/**
 * `GET /v1/savings/statements/{id}`: the signed statement, byte for byte, for `kept verify`; `.../bill`: the month's
 * lines as a FOCUS bill to verify it with; and the public key as a file.
 */
import { createGzip } from 'node:zlib'
import { KeptError } from '@kept/domain/errors.ts'
import { streamMonthBill } from '@kept/store/ledger/month-bill.ts'
import { currentLoadsWithDays } from '@kept/store/loads/of-days.ts'
import { readStatementBody } from '@kept/store/savings/statements.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { openSigningKey } from '../platform/signing-key.ts'

export const statementDownload: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { id: string } }>(
    '/v1/savings/statements/:id',
    { config: { needs: 'savings:read' } },
    async (request, reply) => {
      const { services, scope } = admit(await contextOf(request), 'savings:read')
      const { period, currency, body } = await readStatementBody(
        services.state.database,
        scope,
        statementId(request.params.id),
      )
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('content-disposition', `attachment; filename="${period}-${currency}.statement.json"`)
        .send(body)
    },
  )
  app.get<{ Params: { id: string } }>(
    '/v1/savings/statements/:id/bill',
    { config: { needs: 'costs:read' } },
    async (request, reply) => {
      const context = await contextOf(request)
      const { services, scope } = admit(context, 'costs:read')
      admit(context, 'savings:read')
      const { database, warehouse } = services.state
      const { period } = await readStatementBody(database, scope, statementId(request.params.id))
      const loads = await currentLoadsWithDays(database, scope)
      const ofMonth = loads.filter(({ first, last }) => first.slice(0, 7) <= period && last.slice(0, 7) >= period)
      if (ofMonth.length === 0) {
        throw new KeptError('not_found', `The bill of ${period} is no longer loaded. Upload it again to download it.`)
      }
      const disconnected = new AbortController()
      reply.raw.once('close', () => disconnected.abort())
      const ids = ofMonth.map(({ id }) => id)
      const bill = streamMonthBill(warehouse, scope, { month: period, loadIds: ids }, disconnected.signal)
      const packed = createGzip({ level: 1 })
      bill.on('error', (error) => packed.destroy(error))
      packed.on('close', () => bill.destroy())
      return reply
        .header('content-type', 'application/gzip')
        .header('content-disposition', `attachment; filename="${period}.focus.csv.gz"`)
        .send(bill.pipe(packed))
    },
  )
  app.get('/v1/savings/key.pem', { config: { needs: 'public' } }, async (request, reply) => {
    const { services } = await contextOf(request)
    return reply
      .header('content-type', 'application/x-pem-file')
      .send(openSigningKey(services.config.sharedFolder, services.secrets).pem)
  })
}

/** An invalid id can't match, so the database is not queried. */
function statementId(text: string): string {
  if (z.uuid().safeParse(text).success) return text
  throw new KeptError('not_found', 'Statement not found.')
}
