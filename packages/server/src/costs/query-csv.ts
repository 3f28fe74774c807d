/** `POST /v1/costs/query.csv`: like `/v1/costs/query`, with every row as CSV. */
import { Readable } from 'node:stream'
import { costQuerySchema } from '@kept/domain/cube.ts'
import { currentLedger } from '@kept/store/ledger/current-ledger.ts'
import { exploreRows } from '@kept/store/ledger/explore.ts'
import type { RawRoutes } from '../platform/app.ts'
import { admit } from '../platform/guard.ts'
import { parseBody } from '../platform/parse-body.ts'
import { answerCsv } from './answer-csv.ts'

export const costsCsv: RawRoutes = (app, contextOf) => {
  app.post('/v1/costs/query.csv', { config: { needs: 'costs:read' } }, async (request, reply) => {
    const { services, scope } = admit(await contextOf(request), 'costs:read')
    const query = parseBody(costQuerySchema, request.body)
    const { database, warehouse } = services.state
    const { loadIds } = await currentLedger(database, scope)
    // A canceled download cancels the query.
    const stop = new AbortController()
    reply.raw.once('close', () => stop.abort())
    const answer = await exploreRows(warehouse, scope, loadIds, query, stop.signal)
    const days = [answer.from, answer.to].filter(Boolean).join('-to-')
    const lines = answerCsv(query, answer)
    // Reads the header and first row before responding, so a failing query is an error instead of a truncated file.
    const firstLines = [await lines.next(), await lines.next()]
    async function* all() {
      for (const { value, done } of firstLines) if (!done) yield value
      yield* lines
    }
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="costs${days && `-${days}`}.csv"`)
      .send(Readable.from(all()))
  })
}
