/** `GET /v1/users/export?format=pdf|excel|csv`: the people as a file, filtered as the table is. */

import { exportFormats, peopleExportQuery } from '@kept/contract/routes/users.ts'
import { badInput } from '@kept/domain/errors.ts'
import { recordAudit } from '@kept/store/people/audit.ts'
import { type FoundPerson, listPeopleIn } from '@kept/store/people/list-people.ts'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'
import { actingOf } from '../platform/acting.ts'
import type { RawRoutes } from '../platform/app.ts'
import { csvLine } from '../platform/csv.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { exportColumns } from './export-columns.ts'
import { peoplePdf } from './people-pdf.ts'
import { peopleWorkbook } from './people-workbook.ts'

const mostPeople = 100_000

// A format that there is not has a sentence of its own.
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
    const { format: wanted, ...filter } = parseBody(query, request.query)
    const format = exportFormats.find((one) => one === wanted)
    if (!format) throw badInput('Unsupported export format')
    const acting = actingOf(context)
    const people = await services.state.database.scoped(scope, async (tx) => {
      const asked = { ...filter, page: 1, page_size: mostPeople }
      const { people } = await listPeopleIn(tx, { ...asked, now: acting.stamp.at })
      const summary = `The list of people was exported as ${format}.`
      await recordAudit(tx, {
        ...acting.stamp,
        action: 'people.exported',
        summary,
        details: { format, people: people.length },
      })
      return people
    })
    const { type, suffix } = kinds[format]
    const day = acting.stamp.at.toISOString().slice(0, 10)
    answer(reply, type, `people-${day}.${suffix}`)
    if (format === 'csv') return reply.send(csvOf(people))
    if (format === 'excel') return reply.send(await peopleWorkbook(people))
    return reply.send(await peoplePdf(people, { organization: me.organization.name, day }))
  })
}

function csvOf(people: readonly FoundPerson[]): string {
  const lines = people.map((person) => csvLine(exportColumns.map(({ of }) => of(person))))
  return [csvLine(exportColumns.map(({ label }) => label)), ...lines].join('')
}

function answer(reply: FastifyReply, type: string, name: string): void {
  void reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
}
