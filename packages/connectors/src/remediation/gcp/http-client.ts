/** Requests to Google's APIs with the token of a service account, obtained with a signed assertion (RFC 7523). */
import { KeptError } from '@kept/domain/errors.ts'
import type { GcpCredentials, GuardedFetch } from '../credentials.ts'
import { cacheToken, ledTo } from '../endpoint.ts'
import type { CloudRequest } from '../remedy.ts'

const tokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/cloud-platform'

export function openGcp(credentials: GcpCredentials, fetch: GuardedFetch, nowMs: () => number): CloudRequest {
  const { client_email, endpoint } = credentials
  const token = cacheToken(async (signal) => {
    const answer = await fetch(ledTo(tokenUrl, endpoint), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await statement(credentials, Math.floor(nowMs() / 1000)),
      }).toString(),
      signal,
    })
    const text = await answer.text()
    const token = /"access_token"\s*:\s*"([^"]+)"/.exec(text)?.[1]
    if (answer.status !== 200 || !token)
      throw new KeptError('forbidden', `Google denied a token to ${client_email} (${answer.status}).`)
    return { token: token, seconds: Number(/"expires_in"\s*:\s*(\d+)/.exec(text)?.[1] ?? 300) }
  }, nowMs)
  return async ({ method, url, headers, body }, signal) => {
    const answer = await fetch(ledTo(url, endpoint), {
      method,
      headers: { ...headers, authorization: `Bearer ${await token(signal)}` },
      signal,
      ...(body && { body }),
    })
    return { status: answer.status, text: await answer.text() }
  }
}

async function statement({ client_email, private_key }: GcpCredentials, seconds: number): Promise<string> {
  const header = part(JSON.stringify({ alg: 'RS256', typ: 'JWT' }))
  const claims = part(JSON.stringify({ iss: client_email, scope, aud: tokenUrl, iat: seconds, exp: seconds + 3600 }))
  const key = await readKey(private_key)
  const signed = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, new TextEncoder().encode(`${header}.${claims}`))
  return `${header}.${claims}.${new Uint8Array(signed).toBase64({ alphabet: 'base64url', omitPadding: true })}`
}

async function readKey(pem: string): Promise<CryptoKey> {
  try {
    const der = Uint8Array.fromBase64(pem.replaceAll('\\n', '\n').replace(/-----[A-Z ]+-----|\s/g, ''))
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    return await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  } catch (cause) {
    throw new KeptError(
      'bad_input',
      'The private key of the service account cannot be read. Paste the complete key file.',
      {
        cause,
      },
    )
  }
}

function part(text: string): string {
  return new TextEncoder().encode(text).toBase64({ alphabet: 'base64url', omitPadding: true })
}
