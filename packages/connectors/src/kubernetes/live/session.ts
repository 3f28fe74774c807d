/** A session with the API server of one cluster. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { createJsonClient, type JsonAnswer, type JsonClient } from '../../live-json.ts'
import type { KubernetesAccess } from './access.ts'
import { failureOf } from './failure.ts'

export interface KubernetesSession extends Pick<JsonClient, 'calls' | 'charge' | 'chargedNanos'> {
  access: KubernetesAccess
  /** `action` such as "apps/deployments:list"; `path` begins with a slash. */
  send(action: string, path: string): Promise<unknown>
}

export function openSession(access: KubernetesAccess, deps: LiveDeps): KubernetesSession {
  const base = (access.endpoint ?? access.server).replace(/\/+$/, '')
  const { origin, host } = new URL(base)
  const client = createJsonClient(deps, {
    cloud: `the cluster ${host}`,
    token: async (renew) => {
      if (renew)
        throw new SyncFailure(
          'credentials',
          'The cluster does not accept the token: it has expired or was deleted. Create a new one and enter it.',
        )
      return access.token
    },
    isAllowed: (url) => url.origin === origin,
    toFailure: (answer: JsonAnswer, { action }) => failureOf(answer, { action, host, nowMs: deps.nowMs() }),
    certificateAuthority: access.certificate_authority,
  })
  return {
    access,
    calls: client.calls,
    charge: client.charge,
    chargedNanos: client.chargedNanos,
    send: (action, path) => client.send({ action, url: `${base}${path}`, pace: 'api-server' }),
  }
}
