/** `POST /v1/costs/query.csv`: the same question as `/v1/costs/query`, answered as a file. */
import { Readable } from 'node:stream'
import { costQuerySchema } from '@kept/domain/cube.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { answerCsv } from './answer-csv.ts'

export const costsCsv: RawRoutes = (app, contextOf) => {
  app.post('/v1/costs/query.csv', { config: { needs: 'costs:read' } }, async (request, reply) => {
    const { services, scope } = admit(await contextOf(request), 'costs:read')
    const query = parseBody(costQuerySchema, request.body)
    const { database, warehouse } = services.state
    const { loadIds, known } = await currentLedger(database, scope)
    const answer = await explore(warehouse, scope, loadIds, query, undefined, known)
    const days = [answer.from, answer.to].filter(Boolean).join('-to-')
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="costs${days && `-${days}`}.csv"`)
      .send(Readable.from(answerCsv(query, answer)))
  })
}
