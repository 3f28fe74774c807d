/** Warns about a proxy that is not in KEPT_TRUST_PROXY: all clients would share one address and its rate limits. */
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** Returns a warning when there is a public URL but no trusted proxy. */
export function checkProxySettings({ publicUrl, trustProxy, host, port }: ProxySettings): string | undefined {
  if (publicUrl === undefined || trustProxy !== undefined) return undefined
  const { protocol, hostname, port: publicPort } = new URL(publicUrl)
  // Kept serves plain HTTP on its own port; any other URL needs a proxy.
  const isOwn = protocol === 'http:' && Number(publicPort || 80) === port && hostname === host
  if (isOwn) return undefined
  return `KEPT_PUBLIC_URL is ${publicUrl}, but KEPT_TRUST_PROXY is not set. All clients share the proxy's address and its rate limits, so a few wrong passwords lock everyone out. Set KEPT_TRUST_PROXY to the proxy's address, for example 127.0.0.1.`
}

type ProxySettings = Pick<Config, 'publicUrl' | 'trustProxy' | 'host' | 'port'>

/** Logs once when a request has an X-Forwarded-For header from an untrusted address. */
export function warnOfUntrustedProxy(app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>, log: Log): void {
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    // For a trusted sender Fastify takes the address from the header; an unchanged address means it is untrusted.
    if (trustProxy !== undefined && request.ip !== request.socket.remoteAddress) return
    isWarned = true
    log.warn(
      { event: 'proxy.untrusted', sender: request.socket.remoteAddress },
      `Requests have X-Forwarded-For from an address that is not in KEPT_TRUST_PROXY${trustProxy === undefined ? '' : ` (${trustProxy})`}. If it is your proxy, set KEPT_TRUST_PROXY to its address; otherwise all clients share one address and its rate limits.`,
    )
  })
}
