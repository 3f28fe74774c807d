/** A session with Oracle Cloud: each service has a host in each region, and each request is signed. */
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { createJsonClient, type JsonClient } from '../../live-json.ts'
import type { OciAccess } from './access.ts'
import { failureOf } from './failure.ts'
import { readKey, signedHeaders } from './signing.ts'

type OciService = 'identity' | 'iaas' | 'database' | 'telemetry' | 'objectstorage'

const hosts: Readonly<Record<OciService, (region: string) => string>> = {
  identity: (region) => `identity.${region}.oci.oraclecloud.com`,
  iaas: (region) => `iaas.${region}.oraclecloud.com`,
  database: (region) => `database.${region}.oraclecloud.com`,
  telemetry: (region) => `telemetry.${region}.oraclecloud.com`,
  objectstorage: (region) => `objectstorage.${region}.oraclecloud.com`,
}

export interface OciSession extends Pick<JsonClient, 'calls' | 'charge' | 'chargedNanos'> {
  access: OciAccess
  /** One page of a list; `path` begins with a slash and has a query. */
  list(
    action: string,
    request: { service: OciService; region: string; path: string; token?: string | undefined },
  ): Promise<{ body: unknown; next: string | undefined }>
  /** The answer to a question that is sent as a body, and changes nothing. */
  query(
    action: string,
    request: {
      service: OciService
      region: string
      path: string
      body: object
      limits: { burst: number; perSecond: number }
    },
  ): Promise<unknown>
  /** Which instance a volume is attached to, by compartment and region; read once. */
  attachments: Map<string, Promise<ReadonlyMap<string, string>>>
}

export function openSession(access: OciAccess, deps: LiveDeps): OciSession {
  const { endpoint } = access
  let key: Promise<CryptoKey> | undefined
  const client = createJsonClient(deps, {
    cloud: 'Oracle Cloud',
    async authorize({ url, body }) {
      key ??= readKey(access.private_key)
      return signedHeaders(access, await key, {
        url: new URL(url),
        // As it is sent.
        ...(body !== undefined && { body: JSON.stringify(body) }),
        nowMs: deps.nowMs(),
      })
    },
    isAllowed: (url) =>
      endpoint === undefined
        ? url.protocol === 'https:' && url.hostname.endsWith('.oraclecloud.com')
        : url.origin === new URL(endpoint).origin,
    toFailure: (answer, { action }) => failureOf(answer, { action, nowMs: deps.nowMs() }),
  })
  const addressOf = (service: OciService, region: string, path: string) => {
    const host = hosts[service](region)
    return endpoint === undefined ? `https://${host}${path}` : `${new URL(endpoint).origin}/${host}${path}`
  }
  return {
    access,
    attachments: new Map(),
    calls: client.calls,
    charge: client.charge,
    chargedNanos: client.chargedNanos,
    async list(action, { service, region, path, token }) {
      const address = addressOf(service, region, path)
      const url = token === undefined ? address : `${address}&page=${encodeURIComponent(token)}`
      const { body, headers } = await client.answer({ action, url, pace: `${service} ${region}` })
      return { body, next: headers['opc-next-page'] || undefined }
    },
    query: (action, { service, region, path, body, limits }) =>
      client.send({ action, method: 'POST', url: addressOf(service, region, path), body, pace: service, limits }),
  }
}
