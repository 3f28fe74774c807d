/** `GET /v1/resources.csv`: the filtered, sorted resource list as a streamed file. */
import { Readable } from 'node:stream'
import { type Resource, resourceFilterSchema } from '@kept/domain/resource.ts'
import { resourceSorts } from '@kept/domain/resource-list.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { csvLine } from '@kept/foundation/csv/write.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listResources, type ResourceQuery } from '@kept/store/resources/list.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { isDescending } from './sort-order.ts'

const question = resourceFilterSchema.extend({
  sort: z.enum(resourceSorts).default('cost'),
  order: z.enum(['asc', 'desc']).optional(),
})
const needs = 'costs:read'
/** Page size: 100,000 resources are twenty queries. */
const batch = 5_000

export const resourcesCsv: RawRoutes = (app, contextOf) => {
  app.get('/v1/resources.csv', { config: { needs } }, async (request, reply) => {
    const { services, scope } = admit(await contextOf(request), needs)
    const { sort, order, ...filter } = parseBody(question, request.query)
    const listRequest = { filter, sort, descending: isDescending(sort, order), limit: batch }
    const day = utcDay(services.now())
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="resources-${day}.csv"`)
      .send(Readable.from(csvOf(services.state.database, scope, listRequest)))
  })
}

type Line = Resource & { cost: Resource['costs'][number] | undefined }

const columns: [head: string, valueOf: (line: Line) => string | number | null][] = [
  ['Resource', ({ resource_id }) => resource_id],
  ['Name', ({ name }) => name],
  ['Kind', ({ type }) => type],
  ['Provider', ({ provider }) => provider],
  ['Service', ({ service }) => service],
  ['Account', ({ sub_account_id }) => sub_account_id],
  ['Account name', ({ sub_account_name }) => sub_account_name],
  ['Region', ({ region }) => region],
  ['Owner', ({ owner }) => owner],
  ['State', ({ state }) => state],
  ['Size', ({ size }) => size],
  ['Currency', ({ cost }) => cost?.currency ?? null],
  ['Effective, 30 days', ({ cost }) => cost?.effective ?? null],
  ['Billed, 30 days', ({ cost }) => cost?.billed ?? null],
  ['Open recommendations', ({ recommendations }) => recommendations.open],
  ['Estimated monthly savings', ({ recommendations }) => recommendations.monthly_savings],
  ['Created', ({ created_at }) => created_at],
  ['First charged', ({ first_charged_on }) => first_charged_on],
  ['Last charged', ({ last_charged_on }) => last_charged_on],
  [
    'Tags',
    ({ tags }) =>
      Object.entries(tags)
        .map(([key, value]) => `${key}: ${value}`)
        .join('; '),
  ],
]

/** One line per currency of a resource, because currencies are never added. A currency filter leaves one. */
async function* csvOf(database: Database, scope: Scope, query: ResourceQuery): AsyncGenerator<string> {
  yield csvLine(columns.map(([head]) => head))
  let cursor: string | undefined
  do {
    const page = await listResources(database, scope, { ...query, cursor })
    const lines = page.resources.flatMap((resource): Line[] => {
      const costs = resource.costs.filter(({ currency }) => (query.filter.currency ?? currency) === currency)
      return costs.length === 0 ? [{ ...resource, cost: undefined }] : costs.map((cost) => ({ ...resource, cost }))
    })
    yield lines.map((line) => csvLine(columns.map(([, format]) => format(line)))).join('')
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
