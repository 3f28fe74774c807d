/** `GET /v1/users/export?format=pdf|excel|csv`: the filtered user list as a file. */

import { exportFormats, peopleExportQuery } from '@kept/contract/routes/users/people.ts'
import { badInput } from '@kept/domain/errors.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { csvLine } from '@kept/foundation/csv/write.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { type FoundPerson, listPeopleIn } from '@kept/store/people/list-people.ts'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { actingOf } from '../platform/acting.ts'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { exportColumns } from './export-columns.ts'
import { peoplePdf } from './people-pdf.ts'
import { peopleWorkbook } from './people-workbook.ts'

const maxPeople = 100_000

// The specification has its own message for an unknown format.
const query = peopleExportQuery.extend({ format: z.string().max(40).optional() })

const kinds = {
  csv: { type: 'text/csv; charset=utf-8', suffix: 'csv' },
  excel: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', suffix: 'xlsx' },
  pdf: { type: 'application/pdf', suffix: 'pdf' },
} as const

export const peopleExport: RawRoutes = (app, contextOf) => {
  app.get('/v1/users/export', { config: { needs: 'users:read' } }, async (request, reply) => {
    const context = admit(await contextOf(request), 'users:read')
    const { services, scope, me } = context
    const { format: requestedFormat, ...filter } = parseBody(query, request.query)
    const format = exportFormats.find((candidate) => candidate === requestedFormat)
    if (!format) throw badInput('Unsupported export format')
    const acting = actingOf(context)
    const people = await services.state.database.scoped(scope, async (tx) => {
      const listRequest = { ...filter, page: 1, page_size: maxPeople }
      const { people } = await listPeopleIn(tx, { ...listRequest, now: acting.auditContext.at })
      const summary = `The user list was exported as ${format}.`
      await recordAudit(tx, {
        ...acting.auditContext,
        action: 'people.exported',
        summary,
        details: { format, people: people.length },
      })
      return people
    })
    const { type, suffix } = kinds[format]
    const day = utcDay(acting.auditContext.at)
    answer(reply, type, `people-${day}.${suffix}`)
    if (format === 'csv') return reply.send(csvOf(people))
    if (format === 'excel') return reply.send(await peopleWorkbook(people))
    return reply.send(await peoplePdf(people, { organization: me.organization.name, day }))
  })
}

function csvOf(people: readonly FoundPerson[]): string {
  const lines = people.map((person) => csvLine(exportColumns.map(({ format }) => format(person))))
  return [csvLine(exportColumns.map(({ label }) => label)), ...lines].join('')
}

function answer(reply: FastifyReply, type: string, name: string): void {
  void reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
}
