/** `POST /v1/costs/query.csv`: like `/v1/costs/query`, with every row as CSV. */
import { costQuerySchema } from '@kept/domain/cost-query.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { exploreRows } from '@kept/store/ledger/explore.ts'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { abortedByClient, sendCsv } from '../platform/send-csv.ts'
import { answerCsv } from './answer-csv.ts'

export const costsCsv: RawRoutes = (app, contextOf) => {
  app.post('/v1/costs/query.csv', { config: { needs: 'costs:read' } }, async (request, reply) => {
    const { services, scope } = admit(await contextOf(request), 'costs:read')
    const query = parseBody(costQuerySchema, request.body)
    const { database, warehouse } = services.state
    const { loadIds } = await currentLedger(database, scope)
    const answer = await exploreRows(warehouse, scope, loadIds, query, abortedByClient(reply))
    const days = [answer.from, answer.to].filter(Boolean).join('-to-')
    return sendCsv(reply, `costs${days && `-${days}`}.csv`, answerCsv(query, answer))
  })
}
