/** `GET /v1/cost-optimization/recommendations.csv` and `.json`: findings as records, to take along. */
import { Readable } from 'node:stream'
import { findingStatusSchema } from '@kept/domain/finding.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { ruleWords } from '@kept/engine/rules/define-rule.ts'
import { listFindings } from '@kept/store/findings/list.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import { csvLine } from '../platform/csv.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { recommendationRecord } from './recommendation-record.ts'

const querySchema = z.object({ status: findingStatusSchema.default('open') })
const rules = new Map(allRules.map((rule) => [rule.id, ruleWords(rule)]))

export const recommendationExport: RawRoutes = (app, contextOf) => {
  const config = { needs: 'findings:read' } as const
  async function records(request: FastifyRequest) {
    const { services, scope } = admit(await contextOf(request), 'findings:read')
    const { status } = parseBody(querySchema, request.query)
    const { findings } = await listFindings(services.state.database, scope, { status })
    return findings.map((finding) => recommendationRecord(finding, rules.get(finding.rule)))
  }
  const named = (reply: FastifyReply, ending: string) =>
    reply.header('content-disposition', `attachment; filename="recommendations.${ending}"`)
  app.get('/v1/cost-optimization/recommendations.csv', { config }, async (request, reply) => {
    const all = await records(request)
    function* lines() {
      const [first] = all
      if (first) yield csvLine(Object.keys(first))
      for (const record of all) yield csvLine(Object.values(record))
    }
    return named(reply, 'csv').type('text/csv; charset=utf-8').send(Readable.from(lines()))
  })
  app.get('/v1/cost-optimization/recommendations.json', { config }, async (request, reply) =>
    named(reply, 'json').send({ data: await records(request) }),
  )
}
