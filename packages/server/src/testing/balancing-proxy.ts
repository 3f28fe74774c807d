/**
 * For tests: a proxy in front of several Kepts, as far as nginx goes: it asks `/ready` for which of them are up, takes
 * turns among those, and tries the next one when a connection is refused or, for a GET, lost before the answer. It
 * passes WebSockets on.
 */
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BalancingProxy {
  url: string
  /** Puts a Kept at this address behind it. */
  add(target: string): Promise<void>
  remove(target: string): Promise<void>
  close(): Promise<void>
}

const probeEveryMs = 100

export async function startBalancingProxy(): Promise<BalancingProxy> {
  const targets = new Set<string>()
  const down = new Set<string>()
  let turn = 0
  const choose = (tried: ReadonlySet<string>): string | undefined => {
    const untried = [...targets].filter((target) => !tried.has(target))
    const up = untried.filter((target) => !down.has(target))
    const candidates = up.length > 0 ? up : untried
    turn += 1
    return candidates[turn % Math.max(1, candidates.length)]
  }
  const forward = (incoming: IncomingMessage, target: string): ClientRequest =>
    request(new URL(incoming.url ?? '/', target), {
      method: incoming.method,
      headers: { ...incoming.headers, 'x-forwarded-for': '203.0.113.9' },
      agent: false,
    })

  function pass(incoming: IncomingMessage, answer: ServerResponse, body: Buffer, tried = new Set<string>()): void {
    const target = choose(tried)
    if (target === undefined) return void answer.writeHead(502).end('no Kept is up')
    const outgoing = forward(incoming, target)
    outgoing.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
      response.on('error', () => answer.destroy())
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      down.add(target)
      // Nothing was sent, so any request may be tried elsewhere; a GET may be sent twice. A killed process can accept a
      // connection that it will never answer, so how many are lost is not bounded by how many were under way.
      const isRepeatable = error.code === 'ECONNREFUSED' || incoming.method === 'GET'
      if (isRepeatable && !answer.headersSent) return pass(incoming, answer, body, new Set([...tried, target]))
      if (!answer.headersSent) answer.writeHead(502).end(`connection lost: ${error.code}`)
      else answer.destroy()
    })
    outgoing.end(body)
  }

  const server = createServer(async (incoming, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    pass(incoming, answer, Buffer.concat(chunks))
  })
  server.on('upgrade', (incoming, socket, head) => {
    const target = choose(new Set())
    if (target === undefined) return socket.destroy()
    const outgoing = forward(incoming, target)
    outgoing.on('upgrade', (response, upstream, first) => {
      const headers = response.rawHeaders.flatMap((text, index) =>
        index % 2 === 0 ? [`${text}: ${response.rawHeaders[index + 1]}`] : [],
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('\r\n')}\r\n\r\n`)
      socket.write(first)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
      for (const [end, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const) {
        end.on('error', () => other.destroy())
        end.on('close', () => other.destroy())
      }
    })
    outgoing.on('response', () => socket.destroy())
    outgoing.on('error', () => socket.destroy())
    outgoing.end()
  })
  const probe = async () => {
    for (const target of targets) {
      const isUp = await fetch(`${target}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isUp) down.delete(target)
      else down.add(target)
    }
  }
  const probing = setInterval(() => void probe(), probeEveryMs)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: async (target) => void targets.add(target),
    remove: async (target) => void targets.delete(target),
    async close() {
      clearInterval(probing)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
