/** A session with Oracle Cloud: each service has a host in each region, and each request is signed. */
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { createJsonClient, type JsonClient } from '../../live-json.ts'
import type { OciAccess } from './access.ts'
import { failureOf } from './failure.ts'
import { readKey, signedHeaders } from './signing.ts'

type OciService = 'identity' | 'iaas' | 'database'

const hosts: Readonly<Record<OciService, (region: string) => string>> = {
  identity: (region) => `identity.${region}.oci.oraclecloud.com`,
  iaas: (region) => `iaas.${region}.oraclecloud.com`,
  database: (region) => `database.${region}.oraclecloud.com`,
}

export interface OciSession extends Pick<JsonClient, 'calls' | 'charge' | 'chargedNanos'> {
  access: OciAccess
  /** One page of a list; `path` begins with a slash and has a query. */
  list(
    action: string,
    request: { service: OciService; region: string; path: string; token?: string | undefined },
  ): Promise<{ body: unknown; next: string | undefined }>
  /** Which instance a volume is attached to, by compartment and region; read once. */
  attachments: Map<string, Promise<ReadonlyMap<string, string>>>
}

export function openSession(access: OciAccess, deps: LiveDeps): OciSession {
  const { endpoint } = access
  let key: Promise<CryptoKey> | undefined
  const client = createJsonClient(deps, {
    cloud: 'Oracle Cloud',
    async authorize({ url }) {
      key ??= readKey(access.private_key)
      return signedHeaders(access, await key, { url: new URL(url), nowMs: deps.nowMs() })
    },
    isAllowed: (url) =>
      endpoint === undefined
        ? url.protocol === 'https:' && url.hostname.endsWith('.oraclecloud.com')
        : url.origin === new URL(endpoint).origin,
    toFailure: (answer, { action }) => failureOf(answer, { action, nowMs: deps.nowMs() }),
  })
  return {
    access,
    attachments: new Map(),
    calls: client.calls,
    charge: client.charge,
    chargedNanos: client.chargedNanos,
    async list(action, { service, region, path, token }) {
      const host = hosts[service](region)
      const address = endpoint === undefined ? `https://${host}${path}` : `${new URL(endpoint).origin}/${host}${path}`
      const url = token === undefined ? address : `${address}&page=${encodeURIComponent(token)}`
      const { body, headers } = await client.answer({ action, url, pace: `${service} ${region}` })
      return { body, next: headers['opc-next-page'] || undefined }
    },
  }
}
