/** `GET /v1/savings/statements/{id}/pdf`: a statement for people, with the signed text attached. */
import { KeptError } from '@kept/domain/errors.ts'
import { readAccount } from '@kept/store/billing/settings.ts'
import * as z from 'zod'
import type { RawRoutes } from '../../platform/app.ts'
import { admit } from '../../platform/guard.ts'
import { loadStatement } from './load-statement.ts'

export const statementPdfDownload: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { id: string } }>(
    '/v1/savings/statements/:id/pdf',
    { config: { needs: 'savings:read' } },
    async (request, reply) => {
      const { services, scope } = admit(await contextOf(request), 'savings:read')
      const { id } = request.params
      if (!z.uuid().safeParse(id).success) throw new KeptError('not_found', 'Statement not found.')
      const { database } = services.state
      const { document, body } = await loadStatement(database, scope, id)
      const account = await database.scoped(scope, readAccount)
      const { statementPdf } = await import('./statement-pdf.ts')
      const pdf = await statementPdf({ document, body, locale: account?.locale ?? 'en-US' })
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${document.period}-${document.currency}.statement.pdf"`)
        .send(pdf)
    },
  )
}
