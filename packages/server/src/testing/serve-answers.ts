/** For tests: a cloud of our own as a server on a port the system chooses. */
import { createServer } from 'node:http'
import { type AnswerTo, bytesOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { listen } from './listen.ts'

/** Returns its address; the server is added to `closing`. */
export async function serveAnswers(answerTo: AnswerTo, closing: { close(): unknown }[]): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const url = new URL(request.url ?? '/', `http://${headers.host}`)
    const answer = answerTo({ method: request.method ?? 'GET', url, headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(bytesOf(answer))
  })
  closing.push(server)
  return listen(server)
}
