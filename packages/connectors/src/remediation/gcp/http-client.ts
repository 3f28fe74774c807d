/** Requests to Google's APIs with the token of a service account, obtained with a signed assertion (RFC 7523). */
import { KeptError } from '@kept/domain/errors.ts'
import type { GcpCredentials, GuardedFetch } from '../credentials.ts'
import type { CloudRequest } from '../remedy.ts'
import { openWithToken } from '../token-client.ts'

const tokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/cloud-platform'

export function openGcp(credentials: GcpCredentials, fetch: GuardedFetch, nowMs: () => number): CloudRequest {
  const { client_email, endpoint } = credentials
  return openWithToken({
    tokenUrl,
    formOf: async () => ({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await statement(credentials, Math.floor(nowMs() / 1000)),
    }),
    denied: `Google denied a token to ${client_email}`,
    ...{ endpoint, fetch, nowMs },
  })
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
