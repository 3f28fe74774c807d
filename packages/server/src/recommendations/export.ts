/** `GET /v1/cost-optimization/recommendations.csv` and `.json`: recommendations as a download. */
import { Readable } from 'node:stream'
import { recommendationStatusSchema } from '@kept/domain/recommendation.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { describeRule } from '@kept/engine/rules/define-rule.ts'
import { csvLine } from '@kept/foundation/csv/write.ts'
import { listRecommendations } from '@kept/store/recommendations/list.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { recommendationRecord } from './recommendation-record.ts'

const querySchema = z.object({ status: recommendationStatusSchema.default('open') })
const rules = new Map(allRules.map((rule) => [rule.id, describeRule(rule)]))

export const recommendationExport: RawRoutes = (app, contextOf) => {
  const config = { needs: 'recommendations:read' } as const
  async function records(request: FastifyRequest) {
    const { services, scope } = admit(await contextOf(request), 'recommendations:read')
    const { status } = parseBody(querySchema, request.query)
    const { recommendations } = await listRecommendations(services.state.database, scope, { status })
    return recommendations.map((recommendation) => recommendationRecord(recommendation, rules.get(recommendation.rule)))
  }
  const setFileName = (reply: FastifyReply, ending: string) =>
    reply.header('content-disposition', `attachment; filename="recommendations.${ending}"`)
  app.get('/v1/cost-optimization/recommendations.csv', { config }, async (request, reply) => {
    const all = await records(request)
    function* lines() {
      const [first] = all
      if (first) yield csvLine(Object.keys(first))
      for (const record of all) yield csvLine(Object.values(record))
    }
    return setFileName(reply, 'csv').type('text/csv; charset=utf-8').send(Readable.from(lines()))
  })
  app.get('/v1/cost-optimization/recommendations.json', { config }, async (request, reply) =>
    setFileName(reply, 'json').send({ data: await records(request) }),
  )
}
