/** Whether a load balancer takes only encrypted connections: a proxy for HTTP may redirect everything, by its URL map. */
import * as z from 'zod'
import { oncePerAccount } from '../../../live-once.ts'
import { assetName, type GcpDetail, listEveryAsset, readData, resourceOf } from '../define-port.ts'
import type { GcpSession } from '../session.ts'
import { text } from './values.ts'

const redirect = z.object({ httpsRedirect: z.boolean().nullish() })
const urlMapShape = {
  selfLink: text,
  defaultUrlRedirect: redirect,
  pathMatchers: z.array(z.object({ defaultUrlRedirect: redirect.nullish() })),
}

/** The URL maps of a project that answer everything with a redirect to HTTPS. */
const redirectingMaps = oncePerAccount(async (session: GcpSession, project) => {
  const maps = [
    ...(await listEveryAsset(session, project, { type: 'compute.googleapis.com/UrlMap' })),
    ...(await listEveryAsset(session, project, { type: 'compute.googleapis.com/RegionUrlMap' })),
  ].map((map) => readData(resourceOf(map), urlMapShape))
  const isRedirect = (answer: z.output<typeof redirect> | null | undefined) => answer?.httpsRedirect === true
  return new Set(
    maps
      .filter(
        ({ defaultUrlRedirect, pathMatchers }) =>
          isRedirect(defaultUrlRedirect) &&
          (pathMatchers ?? []).every((matcher) => isRedirect(matcher.defaultUrlRedirect)),
      )
      .map(({ selfLink }) => assetName(selfLink ?? '')),
  )
})

/** By the name of a proxy for HTTP, the name of its URL map. */
const urlMapOfProxy = oncePerAccount(async (session: GcpSession, project) => {
  const proxies = [
    ...(await listEveryAsset(session, project, { type: 'compute.googleapis.com/TargetHttpProxy' })),
    ...(await listEveryAsset(session, project, { type: 'compute.googleapis.com/RegionTargetHttpProxy' })),
  ].map((proxy) => readData(resourceOf(proxy), { selfLink: text, urlMap: text }))
  return new Map(proxies.map(({ selfLink, urlMap }) => [assetName(selfLink ?? ''), assetName(urlMap ?? '')]))
})

export const encryption: GcpDetail = {
  attribute: 'tls_only',
  permissions: [],
  async read(session, resource, { accountId }) {
    const { target } = readData(resource, { target: text })
    if (/\/target(?:Https|Ssl)Proxies\//.test(target ?? '')) return true
    // What passes bytes through does not know whether they are encrypted.
    if (target === undefined || !/\/targetHttpProxies\//.test(target)) return undefined
    const map = (await urlMapOfProxy(session, accountId)).get(assetName(target))
    return map === undefined ? undefined : (await redirectingMaps(session, accountId)).has(map)
  },
}
