/** A Kept behind https at a public name, as federation asks for it. Browsers look the name up at a proxy of this process. */
import { type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import type { PublicJwk } from '@kept/domain/sync/testing/identity-token.ts'
import { selfSigned } from '@kept/server/testing/tls-receiver.ts'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { type RunningKept, startKept } from '../kept.ts'

const host = 'kept.example.com'

export interface HttpsKept extends RunningKept {
  /** Knows the name, and takes any certificate. */
  browser: Browser
  /** As a cloud reads them. */
  publishedKeys(): Promise<readonly PublicJwk[]>
}

/** Without the demo: what is connected belongs to an organization of one's own. */
export async function startHttpsKept(env: Record<string, string>): Promise<HttpsKept> {
  const kept = await startKept({
    KEPT_DEMO: 'off',
    KEPT_PUBLIC_URL: `https://${host}`,
    KEPT_TRUST_PROXY: '127.0.0.1',
    ...env,
  })
  const { port, close } = await startProxy(kept.url)
  const browser = await openBrowser({
    args: [`--host-resolver-rules=MAP ${host} 127.0.0.1:${port}`, '--ignore-certificate-errors'],
  })
  return {
    ...kept,
    url: `https://${host}`,
    browser,
    async publishedKeys() {
      const answer = await fetch(`${kept.url}/.well-known/jwks.json`)
      return ((await answer.json()) as { keys: PublicJwk[] }).keys
    },
    async stop() {
      await browser.close()
      close()
      await kept.stop()
    },
  }
}

/** Passes everything on, live connections too. */
async function startProxy(target: string): Promise<{ port: number; close(): void }> {
  const { hostname, port: targetPort } = new URL(target)
  const headersOf = ({ headers }: IncomingMessage) => ({
    ...headers,
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '127.0.0.1',
  })
  const server = createServer(await selfSigned(), (incoming, outgoing) => {
    const { method, url: path } = incoming
    const onward = request({ hostname, port: targetPort, method, path, headers: headersOf(incoming) }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.on('upgrade', (incoming: IncomingMessage, socket, head: Buffer) => {
    const onward = connect(Number(targetPort), hostname, () => {
      const lines = Object.entries(headersOf(incoming)).map(([name, value]) => `${name}: ${value}`)
      onward.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
