/** For tests: a receiver of alerts that records requests and responds as configured. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { vi } from 'vitest'
import { listen } from '../../testing/listen.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: any payload; tests inspect it.
  body: any
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** The next responses, in order; afterwards the default. */
  answers: Answer[]
  defaultAnswer: (received: Received) => Answer | Promise<Answer>
  /** Waits until this many requests have arrived in total. */
  until(count: number): Promise<Received[]>
  close(): void
}

export async function openReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const received: Received = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: text ? JSON.parse(text) : null,
      }
      receiver.received.push(received)
      const { status, headers = {}, body = '' } = receiver.answers.shift() ?? (await receiver.defaultAnswer(received))
      response.writeHead(status, headers).end(body)
    })
  })
  const receiver: Receiver = {
    url: await listen(server),
    received: [],
    answers: [],
    defaultAnswer: () => ({ status: 200, body: 'ok' }),
    async until(count) {
      await vi.waitFor(
        () => {
          if (receiver.received.length < count) throw new Error(`${receiver.received.length} of ${count} came`)
        },
        { timeout: 60_000, interval: 50 },
      )
      return receiver.received
    },
    close: () => server.closeAllConnections(),
  }
  const { close } = server
  receiver.close = () => {
    server.closeAllConnections()
    close.call(server)
  }
  return receiver
}
