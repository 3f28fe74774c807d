/** An access token for the key of a service account. The addresses in the key file are never used. */
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { signedToken } from '../../live-token.ts'
import type { KeyAccess } from './access.ts'
import { tokenFailureOf } from './failure.ts'
import { cloudPlatform, requestToken } from './token-request.ts'

const tokenUrl = 'https://oauth2.googleapis.com/token'

/** A signed assertion (RFC 7523). When the clock of this server is wrong, Google's clock is used. */
export async function requestKeyToken(access: KeyAccess, deps: LiveDeps): Promise<{ token: string; seconds: number }> {
  const { key, endpoint } = access
  const url = endpoint === undefined ? tokenUrl : `${new URL(endpoint).origin}/token`
  const action = 'the sign-in to Google Cloud'
  const request = async (nowMs: number) => {
    const seconds = Math.floor(nowMs / 1000)
    const assertion = await signedToken(key.private_key, {
      header: { alg: 'RS256', kid: key.private_key_id },
      claims: { iss: key.client_email, scope: cloudPlatform, aud: tokenUrl, iat: seconds, exp: seconds + 3600 },
      whose: 'the service account',
    })
    return requestToken(deps, url, {
      action,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
      }).toString(),
    })
  }
  let answer = await request(deps.nowMs())
  const serverMs = Date.parse(answer.headers.date ?? '')
  if (answer.status === 400 && Math.abs(serverMs - deps.nowMs()) > 60_000) answer = await request(serverMs)
  const token = textFieldOf(answer.body, 'access_token')
  if (answer.status !== 200 || token === undefined)
    throw tokenFailureOf(answer, { email: key.client_email, action, nowMs: deps.nowMs() })
  return { token, seconds: Number(fieldOf(answer.body, 'expires_in') ?? 300) }
}
