/** A CSV file that is made while it is sent: memory use does not depend on its size. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Aborted when the client goes away: a canceled download cancels its query. */
export function abortedByClient(reply: FastifyReply): AbortSignal {
  const stop = new AbortController()
  reply.raw.once('close', () => stop.abort())
  return stop.signal
}

/** Reads the header and the first row before responding, so a failing query is an error instead of a truncated file. */
export async function sendCsv(
  reply: FastifyReply,
  fileName: string,
  lines: AsyncGenerator<string>,
): Promise<FastifyReply> {
  const firstLines = [await lines.next(), await lines.next()]
  async function* all() {
    for (const { value, done } of firstLines) if (!done) yield value
    yield* lines
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(all()))
}
