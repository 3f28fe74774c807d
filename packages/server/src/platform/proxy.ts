/** Whether Kept is behind a proxy that it does not know: everybody would then share one address, and one limit. */
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** One sentence when the settings name a public address and no proxy; undefined when they fit. */
export function checkProxySettings({ publicUrl, trustProxy, host, port }: ProxySettings): string | undefined {
  if (publicUrl === undefined || trustProxy !== undefined) return undefined
  const { protocol, hostname, port: publicPort } = new URL(publicUrl)
  // Kept itself speaks plain HTTP on its own port: anything else is somebody in front.
  const isOwn = protocol === 'http:' && Number(publicPort || 80) === port && hostname === host
  if (isOwn) return undefined
  return `KEPT_PUBLIC_URL is ${publicUrl}, so a proxy stands in front of Kept, and KEPT_TRUST_PROXY does not name it: everybody appears to come from the proxy's address and shares its limits, so a few wrong passwords lock everybody out. Set KEPT_TRUST_PROXY to the proxy's address, for example 127.0.0.1.`
}

type ProxySettings = Pick<Config, 'publicUrl' | 'trustProxy' | 'host' | 'port'>

/** Logs once when requests name an original address that is not believed. */
export function warnOfUntrustedProxy(app: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>, log: Log): void {
  let isWarned = false
  app.addHook('onRequest', async (request) => {
    if (isWarned || request.headers['x-forwarded-for'] === undefined) return
    // With a trusted sender Fastify takes the address from the header; the same address means it was not believed.
    if (trustProxy !== undefined && request.ip !== request.socket.remoteAddress) return
    isWarned = true
    log.warn(
      { event: 'proxy.untrusted', sender: request.socket.remoteAddress },
      `Requests carry X-Forwarded-For from an address that KEPT_TRUST_PROXY ${trustProxy === undefined ? 'does not name' : `(${trustProxy}) does not include`}; if that is your proxy, everybody behind it shares one address and one limit. Set KEPT_TRUST_PROXY to it.`,
    )
  })
}
