/** Reports and lists as files. */
import { listExportInput, listExportLimits, reportExportQuery } from '@kept/contract/inputs/exports.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { ReportDocument } from '@kept/domain/report-document.ts'
import { exportFormats } from '@kept/domain/report-labels.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { actingOf } from '../platform/acting.ts'
import type { RawRoutes } from '../platform/app.ts'
import type { SignedInContext } from '../platform/context.ts'
import { isInDemo, runInDemo } from '../platform/demo/gate.ts'
import { fileName, requireFormat, sendFile } from '../platform/export/formats.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { abortedByClient } from '../platform/send-csv.ts'
import { renderList } from './render/render-list.ts'
import { renderReport } from './render/render-report.ts'
import { runDocument, savedDocument } from './saved-report-routes.ts'

// The specification has its own message for an unknown format.
const anyFormat = z.string().max(40)
const query = reportExportQuery.extend({ format: anyFormat.default('pdf') })
const listBody = listExportInput.extend({ format: anyFormat })

export const reportExports: RawRoutes = (app, contextOf) => {
  app.get<{ Params: { id: string } }>(
    '/v1/saved-reports/:id/export',
    { config: { needs: 'costs:read' } },
    async (request, reply) => {
      const context = admit(await contextOf(request), 'costs:read')
      const format = requireFormat(parseBody(query, request.query).format, exportFormats)
      const document = await withinVisit(context, () =>
        savedDocument(context, request.params.id, abortedByClient(reply)),
      )
      return sendReport(context, reply, document, format)
    },
  )
  app.get<{ Params: { id: string; run_id: string } }>(
    '/v1/saved-reports/:id/runs/:run_id/export',
    { config: { needs: 'costs:read' } },
    async (request, reply) => {
      const context = admit(await contextOf(request), 'costs:read')
      const format = requireFormat(parseBody(query, request.query).format, exportFormats)
      const document = await withinVisit(context, () => runDocument(context, request.params.id, request.params.run_id))
      return sendReport(context, reply, document, format)
    },
  )
  app.post(
    '/v1/exports',
    { config: { needs: 'signed_in', maxBody: listExportLimits.bytes } },
    async (request, reply) => {
      const context = admit(await contextOf(request), 'signed_in')
      const { format: requested, name, ...list } = parseBody(listBody, request.body)
      const format = requireFormat(requested, ['pdf', 'excel', 'csv'])
      const day = utcDay(context.services.now())
      const content = await orExportFailed(() =>
        renderList({ title: name, ...list }, format, { organization: context.me.organization.name, day }),
      )
      await record(context, 'list.exported', `The list "${name}" was exported as ${format}.`)
      return sendFile(reply, { name: fileName(name, day, format), format, content })
    },
  )
}

/** A visitor of the demo sees the reports of their visit. */
function withinVisit<Result>(context: SignedInContext, work: () => Promise<Result>): Promise<Result> {
  return isInDemo(context) ? runInDemo(context, {}, work) : work()
}

async function sendReport(
  context: SignedInContext,
  reply: FastifyReply,
  document: ReportDocument,
  format: (typeof exportFormats)[number],
) {
  const { name, content } = await orExportFailed(() => renderReport(document, format))
  await record(context, 'report.exported', `The report "${document.title}" was exported as ${format}.`)
  return sendFile(reply, { name, format, content })
}

/** The specification's message for a file that could not be written. */
async function orExportFailed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof KeptError) throw error
    throw new KeptError('internal', 'Export failed', { cause: error })
  }
}

async function record(
  context: SignedInContext,
  action: 'report.exported' | 'list.exported',
  summary: string,
): Promise<void> {
  const { auditContext } = actingOf(context)
  await context.services.state.database.scoped(context.scope, (tx) =>
    recordAudit(tx, { ...auditContext, action, summary }),
  )
}
