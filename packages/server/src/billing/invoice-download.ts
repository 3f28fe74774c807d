/** `GET /v1/billing/{organization}/invoices/{id}/download`: an invoice as PDF, e-invoice, CSV or JSON. */
import { KeptError } from '@kept/domain/errors.ts'
import { readLogo } from '@kept/store/billing/logo.ts'
import { readSigned } from '@kept/store/billing/statements.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { openSigningKey } from '../platform/signing-key.ts'
import { exportInvoice } from './documents/export-invoice.ts'
import { buildDraft, requireInvoice } from './documents/load-document.ts'

interface DownloadRequest {
  Params: { organization: string; id: string }
  Querystring: { format?: string | string[] }
}

export const invoiceDownload: RawRoutes = (app, contextOf) => {
  app.get<DownloadRequest>(
    '/v1/billing/:organization/invoices/:id/download',
    { config: { needs: 'billing:read' } },
    async (request, reply) => {
      const { services, scope, me } = admit(await contextOf(request), 'billing:read')
      const { organization, id } = request.params
      requireRequestedOrganization(organization, me)
      const sources = await services.state.database.scoped(scope, async (tx) => {
        const row = await requireInvoice(tx, invoiceId(id))
        const document = row.document ?? (await buildDraft(tx, row)).document
        const signed = await readSigned(
          tx,
          document.statements.map((statement) => statement.id),
        )
        const { picture } = await readLogo(tx, row.issuedAt ?? undefined)
        return {
          document,
          logo: picture ?? undefined,
          statements: new Map(signed.map((statement) => [statement.id, statement.body])),
        }
      })
      const signer = openSigningKey(services.config.sharedFolder, services.secrets)
      const format = String(request.query.format ?? 'pdf')
      const { body, contentType, name } = await exportInvoice(format, { ...sources, signer })
      return reply
        .header('content-type', contentType)
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(body)
    },
  )
}

/** An invalid id can't match, so the database is not queried. */
function invoiceId(text: string): string {
  if (z.uuid().safeParse(text).success) return text
  throw new KeptError('not_found', 'Invoice not found.')
}
