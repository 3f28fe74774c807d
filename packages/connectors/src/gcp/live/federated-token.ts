/**
 * An access token for a token of Kept: the exchange of a workload identity pool (RFC 8693, cloud.google.com, Security
 * Token Service), and the impersonation of a service account where one is named.
 */
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import type { FederatedAccess } from './access.ts'
import { exchangeFailureOf, impersonationFailureOf } from './federation-failure.ts'
import { cloudPlatform, requestToken } from './token-request.ts'

export async function requestFederatedToken(
  access: FederatedAccess,
  deps: LiveDeps,
): Promise<{ token: string; seconds: number }> {
  const federated = await exchange(access, deps)
  return access.service_account === undefined ? federated : impersonate(access, access.service_account, federated, deps)
}

async function exchange(access: FederatedAccess, deps: LiveDeps): Promise<{ token: string; seconds: number }> {
  const action = 'the exchange of a token with Google Cloud'
  const answer = await requestToken(deps, addressOf(access, 'sts', '/v1/token'), {
    action,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      // Which provider verifies the token; the audience within the token is Kept's own constant.
      audience: `//iam.googleapis.com/${access.workload_identity_provider}`,
      scope: cloudPlatform,
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      subject_token: await access.identityToken(),
    }).toString(),
  })
  const token = textFieldOf(answer.body, 'access_token')
  if (answer.status !== 200 || token === undefined)
    throw exchangeFailureOf(answer, { access, action, nowMs: deps.nowMs() })
  return { token, seconds: Number(fieldOf(answer.body, 'expires_in') ?? 300) }
}

async function impersonate(
  access: FederatedAccess,
  serviceAccount: string,
  federated: { token: string; seconds: number },
  deps: LiveDeps,
): Promise<{ token: string; seconds: number }> {
  const action = 'iam.serviceAccounts.getAccessToken'
  const path = `/v1/projects/-/serviceAccounts/${encodeURIComponent(serviceAccount)}:generateAccessToken`
  const answer = await requestToken(deps, addressOf(access, 'iamcredentials', path), {
    action,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${federated.token}` },
    body: JSON.stringify({ scope: [cloudPlatform], lifetime: '3600s' }),
  })
  const token = textFieldOf(answer.body, 'accessToken')
  if (answer.status !== 200 || token === undefined)
    throw impersonationFailureOf(answer, { serviceAccount, action, nowMs: deps.nowMs() })
  const seconds = (Date.parse(textFieldOf(answer.body, 'expireTime') ?? '') - deps.nowMs()) / 1000
  return { token, seconds: Number.isFinite(seconds) ? seconds : 300 }
}

function addressOf({ endpoint }: FederatedAccess, host: string, path: string): string {
  return endpoint === undefined ? `https://${host}.googleapis.com${path}` : `${new URL(endpoint).origin}/${host}${path}`
}
