/** A session with Azure Resource Manager, as an application of one tenant. Sovereign clouds have hosts of their own. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { commonFailure, createJsonClient, type JsonClient, lowerCased, parse, unreachable } from '../../live-json.ts'
import type { AccountHolder } from '../../live-once.ts'
import { base64url, cacheToken, derOf, signedToken } from '../../live-token.ts'
import type { AzureAccess, AzureCloudName } from './access.ts'
import { failureOf, tokenFailureOf } from './failure.ts'

const hosts: Readonly<Record<AzureCloudName, { login: string; manager: string }>> = {
  public: { login: 'https://login.microsoftonline.com', manager: 'https://management.azure.com' },
  us_government: { login: 'https://login.microsoftonline.us', manager: 'https://management.usgovcloudapi.net' },
  china: { login: 'https://login.partner.microsoftonline.cn', manager: 'https://management.chinacloudapi.cn' },
}

export interface AzureSession extends Pick<JsonClient, 'calls' | 'charge' | 'chargedNanos'>, AccountHolder {
  access: AzureAccess
  /** `path` begins with a slash, or is the link to a next page. */
  send(
    action: string,
    path: string,
    options?: { body?: unknown; pace?: string; limits?: { burst: number; perSecond: number } },
  ): Promise<unknown>
  /** Prices that Azure publishes for everyone: no token is sent along. `path` as for `send`. */
  retailPrices(action: string, path: string): Promise<unknown>
  /** The actions that this application may perform in a subscription; read once. */
  granted: Map<string, Promise<readonly Grant[]>>
  nowMs(): number
}

export interface Grant {
  actions: readonly string[]
  notActions: readonly string[]
}

export function openSession(access: AzureAccess, deps: LiveDeps): AzureSession {
  const { login, manager } = hosts[access.cloud]
  const base = access.endpoint ?? manager
  const client = createJsonClient(deps, {
    cloud: 'Azure',
    token: cacheToken(
      () => requestToken(access, { login: access.endpoint ?? login, audience: manager }, deps),
      deps.nowMs,
    ),
    isAllowed: (url) => url.origin === new URL(base).origin,
    toFailure: (answer, { action }) => failureOf(answer, { action, access, nowMs: deps.nowMs() }),
  })
  const prices = openRetailPrices(access, deps)
  return {
    access,
    granted: new Map(),
    accounts: new Map(),
    nowMs: deps.nowMs,
    calls: () => client.calls() + prices.calls(),
    charge: client.charge,
    chargedNanos: client.chargedNanos,
    retailPrices: prices.send,
    send: (action, path, { body, pace = 'resource-manager', limits } = {}) =>
      client.send({
        action,
        url: path.startsWith('/') ? `${base}${path}` : path,
        ...(body !== undefined && { method: 'POST' as const, body }),
        // The cost API counts clients by it, and others ignore it.
        headers: { 'x-ms-command-name': 'Kept', ClientType: 'Kept' },
        pace,
        ...(limits && { limits }),
      }),
  }
}

const retailHost = 'https://prices.azure.com'
/** Azure publishes no limit for it. */
const retailLimits = { burst: 5, perSecond: 5 }

function openRetailPrices({ cloud, endpoint }: AzureAccess, deps: LiveDeps) {
  const base = endpoint ?? retailHost
  const client = createJsonClient(deps, {
    cloud: 'Azure Retail Prices',
    authorize: async () => ({}),
    isAllowed: (url) => url.origin === new URL(base).origin,
    toFailure: (answer, { action }) =>
      commonFailure(answer, { cloud: 'Azure', action, nowMs: deps.nowMs(), message: '' }),
  })
  return {
    calls: client.calls,
    async send(action: string, path: string): Promise<unknown> {
      if (cloud === 'china')
        throw new SyncFailure(
          'not_enabled',
          'Azure China publishes its prices apart from the others, so that the prices that come with Kept are used.',
          { action },
        )
      const url = path.startsWith('/') ? `${base}${path}` : path
      return client.send({ action, url, pace: 'retail-prices', limits: retailLimits })
    },
  }
}

async function requestToken(
  access: AzureAccess,
  { login, audience }: { login: string; audience: string },
  deps: LiveDeps,
): Promise<{ token: string; seconds: number }> {
  const { tenant_id, client_id } = access
  const url = `${login}/${encodeURIComponent(tenant_id)}/oauth2/v2.0/token`
  const action = 'the sign-in to Microsoft Entra ID'
  const proof = await proofOf(access, { url, nowMs: deps.nowMs() })
  let answer: { status: number; body: unknown; headers: Record<string, string> }
  try {
    const response = await deps.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        scope: `${audience}/.default`,
        ...proof,
      }).toString(),
      signal: deps.signal,
    })
    answer = { status: response.status, headers: lowerCased(response.headers), body: parse(await response.bytes()) }
  } catch (error) {
    throw unreachable(error, { cloud: 'Azure', host: new URL(url).host, action, signal: deps.signal })
  }
  const token = textFieldOf(answer.body, 'access_token')
  if (answer.status !== 200 || token === undefined)
    throw tokenFailureOf(answer, { access, action, nowMs: deps.nowMs() })
  return { token, seconds: Number(fieldOf(answer.body, 'expires_in') ?? 300) }
}

/** A secret, or an assertion: a token of Kept, or one signed with the certificate. */
async function proofOf(
  access: AzureAccess,
  request: { url: string; nowMs: number },
): Promise<Readonly<Record<string, string>>> {
  const { identityToken, certificate, client_secret } = access
  if (identityToken === undefined && certificate === undefined) return { client_secret: client_secret ?? '' }
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: identityToken ? await identityToken() : await assertionOf(access, certificate ?? '', request),
  }
}

/** Proves the certificate: learn.microsoft.com, certificate credentials of an application. */
async function assertionOf(
  { client_id }: AzureAccess,
  certificate: string,
  { url, nowMs }: { url: string; nowMs: number },
): Promise<string> {
  const der = derOf(certificate, 'CERTIFICATE')
  if (der === undefined)
    throw new SyncFailure(
      'credentials',
      'The certificate cannot be read. Paste a PEM file with the certificate and its private key.',
    )
  const seconds = Math.floor(nowMs / 1000)
  return signedToken(certificate, {
    header: { alg: 'PS256', 'x5t#S256': base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', der))) },
    claims: {
      aud: url,
      iss: client_id,
      sub: client_id,
      jti: crypto.randomUUID(),
      nbf: seconds - 60,
      exp: seconds + 540,
    },
    whose: 'the certificate',
  })
}
