/** A session with Google Cloud, as a service account. The addresses in its key file are never used. */
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { createJsonClient, type JsonClient, lowerCased, parse, unreachable } from '../../live-json.ts'
import { cacheToken, signedToken } from '../../live-token.ts'
import type { GcpAccess } from './access.ts'
import { failureOf, tokenFailureOf } from './failure.ts'

const tokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/cloud-platform'

export interface GcpSession extends Pick<JsonClient, 'calls' | 'charge' | 'chargedNanos'> {
  access: GcpAccess
  /** `host` such as "cloudasset"; `path` begins with a slash. */
  send(action: string, host: string, path: string, body?: unknown): Promise<unknown>
  /** What other resources refer to by name, by the address they use: its ID as bills write it, or its backends. */
  ids: Map<string, string>
  backends: Map<string, number>
  /** By the name of a secret, when its newest version was added. */
  secretVersions: Map<string, string>
}

export function openSession(access: GcpAccess, deps: LiveDeps): GcpSession {
  const { endpoint, quota_project, key } = access
  const client = createJsonClient(deps, {
    cloud: 'Google Cloud',
    token: cacheToken(() => requestToken(access, deps), deps.nowMs),
    isAllowed: (url) =>
      endpoint === undefined
        ? url.protocol === 'https:' && url.hostname.endsWith('.googleapis.com')
        : url.origin === new URL(endpoint).origin,
    toFailure: (answer, { action }) => failureOf(answer, { action, access, nowMs: deps.nowMs() }),
  })
  const project = quota_project || key.project_id
  return {
    access,
    ids: new Map(),
    backends: new Map(),
    secretVersions: new Map(),
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
      }),
  }
}

/** A signed assertion (RFC 7523). When the clock of this server is wrong, Google's clock is used. */
async function requestToken(access: GcpAccess, deps: LiveDeps): Promise<{ token: string; seconds: number }> {
  const { key, endpoint } = access
  const url = endpoint === undefined ? tokenUrl : `${new URL(endpoint).origin}/token`
  const action = 'the sign-in to Google Cloud'
  const request = async (nowMs: number) => {
    const seconds = Math.floor(nowMs / 1000)
    const assertion = await signedToken(key.private_key, {
      header: { alg: 'RS256', kid: key.private_key_id },
      claims: { iss: key.client_email, scope, aud: tokenUrl, iat: seconds, exp: seconds + 3600 },
      whose: 'the service account',
    })
    try {
      const response = await deps.fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion,
        }).toString(),
        signal: deps.signal,
      })
      return { status: response.status, headers: lowerCased(response.headers), body: parse(await response.bytes()) }
    } catch (error) {
      throw unreachable(error, { cloud: 'Google Cloud', host: new URL(url).host, action, signal: deps.signal })
    }
  }
  let answer = await request(deps.nowMs())
  const serverMs = Date.parse(answer.headers.date ?? '')
  if (answer.status === 400 && Math.abs(serverMs - deps.nowMs()) > 60_000) answer = await request(serverMs)
  const token = textFieldOf(answer.body, 'access_token')
  if (answer.status !== 200 || token === undefined)
    throw tokenFailureOf(answer, { access, action, nowMs: deps.nowMs() })
  return { token, seconds: Number(fieldOf(answer.body, 'expires_in') ?? 300) }
}
