/** `GET /v1/security/{organization}/audit-logs/export?format=csv|jsonl|pdf`. CSV and JSON Lines are streamed. */
import { Readable } from 'node:stream'
import { type AuditExportFormat, auditExportFormats, auditExportQuery } from '@kept/contract/routes/security.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { readAuditMatches } from '@kept/store/audit/list.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import type { SignedInContext } from '../platform/context.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { signCsv } from '../platform/signed-file.ts'
import { openSigningKey } from '../platform/signing-key.ts'
import { auditPdf } from './audit-pdf.ts'
import { auditColumns } from './export-columns.ts'
import { auditCsv, auditJsonLines } from './export-lines.ts'

const MAX_PDF_EVENTS = 5_000

// The message for an unknown format is our own.
const querySchema = auditExportQuery.extend({ format: z.string().max(40).default('jsonl') })
type Filter = Omit<z.infer<typeof auditExportQuery>, 'format'>

const contentTypes: Record<AuditExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  pdf: 'application/pdf',
}

export const auditExport: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { organization: string } }>(
    '/v1/security/:organization/audit-logs/export',
    { config: { needs: 'security:read' } },
    async (request, reply) => {
      const context = admit(await contextOf(request), 'security:read')
      requireRequestedOrganization(request.params.organization, context.me)
      const { format: requestedFormat, ...filter } = parseBody(querySchema, request.query)
      const format = auditExportFormats.find((candidate) => candidate === requestedFormat)
      if (!format) throw badInput('Unsupported export format')
      const content = await contentOf(context, format, filter).catch((error: unknown) => {
        if (error instanceof KeptError) throw error
        throw new KeptError('unavailable', 'Failed to export audit logs', { cause: error })
      })
      const day = utcDay(context.services.now())
      return reply
        .type(contentTypes[format])
        .header('content-disposition', `attachment; filename="audit-log-${day}.${format}"`)
        .send(content)
    },
  )
}

async function contentOf(context: SignedInContext, format: AuditExportFormat, filter: Filter) {
  const { services, scope, me } = context
  const { database } = services.state
  const now = services.now()
  const signer = openSigningKey(services.config.sharedFolder, services.secrets)
  const { organization } = me
  const from = { organization_id: organization.id, organization: organization.name, exported_at: now.toISOString() }
  const chosen = textsOf(filter)
  if (format === 'csv') {
    const signature = { signer, cells: auditColumns.length, fields: { ...from, ...chosen } }
    return begin(signCsv(auditCsv(database, scope, filter), signature))
  }
  if (format === 'jsonl') {
    const { start_date, end_date, ...others } = filter
    const used = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    if (used.length > 0)
      throw badInput(
        `A JSON Lines export has every event, so that it can be verified. Remove ${used.join(', ')}, or export CSV.`,
      )
    return begin(auditJsonLines({ database, signer, now }, scope, { start_date, end_date }))
  }
  const matches = await readAuditMatches(database, scope, filter, { limit: MAX_PDF_EVENTS + 1 })
  const events = matches.slice(0, MAX_PDF_EVENTS)
  const is_capped = matches.length > events.length
  return auditPdf({ kind: 'selection', version: 1, ...from, filter: chosen, is_capped, events }, signer)
}

function textsOf(filter: Filter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** Reads the first lines before the response begins, so that a failing query is an error and not a cut file. */
async function begin(lines: AsyncGenerator<string>): Promise<Readable> {
  const first = [await lines.next(), await lines.next()]
  async function* all() {
    for (const { value, done } of first) if (!done) yield value
    yield* lines
  }
  return Readable.from(all())
}
