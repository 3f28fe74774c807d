/** `GET /v1/savings/statements/{id}`: the signed statement to the letter, as `kept verify` reads it; and the key as a file. */

import { KeptError } from '@kept/domain/errors.ts'
import { readStatementBody } from '@kept/store/savings/statements.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { openStatementKey } from './signing-key.ts'

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
  app.get('/v1/savings/key.pem', { config: { needs: 'public' } }, async (request, reply) => {
    const { services } = await contextOf(request)
    return reply
      .header('content-type', 'application/x-pem-file')
      .send(openStatementKey(services.config.dataFolder, services.secrets).pem)
  })
}

/** What is no id names nothing; the database need not be asked. */
function statementId(text: string): string {
  if (z.uuid().safeParse(text).success) return text
  throw new KeptError('not_found', 'There is no such statement.')
}
