/** For tests: connections that only the test runs, the answers of a double over HTTP, and what the rules then say. */
import { createServer, type Server } from 'node:http'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { type AnswerTo, bytesOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { listen } from '../../testing/listen.ts'
import { createTestUser, type TestUser } from '../../testing/sign-in.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { type RunServices, runConnection } from '../run-connection.ts'

export interface MeasuredKept {
  kept: TestKept
  admin: TestUser
  /** Serves a double, and allows its address; returns it. */
  serve(answerTo: AnswerTo): Promise<string>
  /** Keeps the schedule away from a connection. */
  hold(id: string): Promise<void>
  /** Reads a connection to its end. */
  run(id: string): Promise<SyncConnection>
  /** Evaluates the rules: by the ID of a rule, the resources that it recommends something for. */
  recommendationsByRule(): Promise<Record<string, string[]>>
  close(): Promise<void>
}

export async function openMeasuredKept(): Promise<MeasuredKept> {
  const kept = await openKept()
  const admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  const servers: Server[] = []
  return {
    kept,
    admin,
    async serve(answerTo) {
      const server = createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk as Buffer)
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        )
        const url = new URL(request.url ?? '/', `http://${headers.host}`)
        const body = Buffer.concat(chunks).toString()
        const answer = answerTo({ method: request.method ?? 'GET', url, headers, body })
        response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
        response.end(bytesOf(answer))
      })
      servers.push(server)
      const url = await listen(server)
      kept.server.services.config.storageEndpoints.push(url)
      return url
    },
    async hold(id) {
      const never = '2100-01-01T00:00:00Z'
      await kept.world.database.scoped(kept.world.scope, (tx) =>
        tx.updateTable('sync_connection').set({ next_run_at: never }).where('id', '=', id).execute(),
      )
    },
    async run(id) {
      const services: RunServices = {
        ...kept.server.services,
        pipeline: { run: async () => undefined },
        importExport: async () => undefined,
        importActivity: kept.server.features.behavior.importActivity,
      }
      await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal: new AbortController().signal })
      return (await admin.client.sync.get({ id })).data
    },
    async recommendationsByRule() {
      await kept.server.features.recommendations.evaluate(kept.world.scope)
      const { data } = await kept.client.costOptimization.recommendations({})
      return Object.fromEntries(
        [...Map.groupBy(data, ({ rule }) => rule)].map(([rule, rows]) => [rule, rows.map((row) => row.resource_id)]),
      )
    },
    async close() {
      for (const server of servers) server.close()
      await kept.close()
    },
  }
}
