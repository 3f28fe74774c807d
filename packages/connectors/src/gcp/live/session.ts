/** A session with Google Cloud, as a service account or as the subject of a federation. */
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { createJsonClient, type JsonClient } from '../../live-json.ts'
import type { AccountHolder } from '../../live-once.ts'
import { cacheToken } from '../../live-token.ts'
import { type GcpAccess, isFederated, quotaProjectOf } from './access.ts'
import { failureOf } from './failure.ts'
import { requestFederatedToken } from './federated-token.ts'
import { requestKeyToken } from './key-token.ts'

export interface GcpSession extends Pick<JsonClient, 'calls' | 'charge' | 'chargedNanos'>, AccountHolder {
  access: GcpAccess
  /** `host` such as "cloudasset"; `path` begins with a slash. */
  send(action: string, host: string, path: string, body?: unknown): Promise<unknown>
  /** What other resources refer to by name, by the address they use: its ID as bills write it, or its backends. */
  ids: Map<string, string>
  backends: Map<string, number>
  /** By the name of a secret, when its newest version was added. */
  secretVersions: Map<string, string>
  /** Ends waiting between two requests. */
  signal: AbortSignal | undefined
  nowMs(): number
}

/**
 * Requests that a project allows in a minute: 100 lists of Cloud Asset Inventory, cloud.google.com/asset-inventory/docs/quota,
 * and 300 of Cloud Billing, cloud.google.com/billing/quotas, which the customer's own tools share.
 */
const limitsByHost: Readonly<Record<string, { burst: number; perSecond: number }>> = {
  cloudasset: { burst: 20, perSecond: 1.3 },
  cloudbilling: { burst: 5, perSecond: 2 },
}

export function openSession(access: GcpAccess, deps: LiveDeps): GcpSession {
  const { endpoint } = access
  const client = createJsonClient(deps, {
    cloud: 'Google Cloud',
    token: cacheToken(
      () => (isFederated(access) ? requestFederatedToken(access, deps) : requestKeyToken(access, deps)),
      deps.nowMs,
    ),
    isAllowed: (url) =>
      endpoint === undefined
        ? url.protocol === 'https:' && url.hostname.endsWith('.googleapis.com')
        : url.origin === new URL(endpoint).origin,
    toFailure: (answer, { action }) => failureOf(answer, { action, access, nowMs: deps.nowMs() }),
  })
  const project = quotaProjectOf(access)
  return {
    access,
    accounts: new Map(),
    ids: new Map(),
    backends: new Map(),
    secretVersions: new Map(),
    signal: deps.signal,
    nowMs: deps.nowMs,
    calls: client.calls,
    charge: client.charge,
    chargedNanos: client.chargedNanos,
    send: (action, host, path, body) =>
      client.send({
        action,
        url:
          endpoint === undefined
            ? `https://${host}.googleapis.com${path}`
            : `${new URL(endpoint).origin}/${host}${path}`,
        ...(body !== undefined && { method: 'POST' as const, body }),
        // Without it, requests count for a project that may not have the API enabled.
        headers: project === '' ? {} : { 'x-goog-user-project': project },
        pace: host,
        ...(limitsByHost[host] && { limits: limitsByHost[host] }),
      }),
  }
}
