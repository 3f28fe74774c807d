/**
 * AWS Signature Version 4 of one request. Written here because it is one page, the published examples prove it, and a
 * library would have to be trusted with the keys of customers' accounts.
 */
import { sha256 } from '@kept/foundation/hash/sha256.ts'

export interface SigningKeys {
  access_key_id: string
  secret_access_key: string
  session_token?: string | undefined
}

interface ToSign {
  method: string
  /** As it is sent; the host is signed. */
  url: string
  headers: Record<string, string>
  body: string
  service: string
  region: string
  timestamp: Temporal.Instant
}

const bytes = new TextEncoder()

/** All headers to send, including the given ones. */
export async function signRequest(request: ToSign, keys: SigningKeys): Promise<Record<string, string>> {
  const { method, url, body, service, region, timestamp } = request
  const { host, pathname, searchParams } = new URL(url)
  const time = `${timestamp.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`
  const day = time.slice(0, 8)
  const headers: Record<string, string> = {
    ...Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value])),
    host,
    'x-amz-date': time,
    ...(keys.session_token && { 'x-amz-security-token': keys.session_token }),
  }
  const names = Object.keys(headers).toSorted()
  const canonical = [
    method,
    // Each part is encoded once more than it is sent; no path here has a part that differs for S3.
    pathname.split('/').map(encoded).join('/'),
    [...searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${headers[name]?.trim().replace(/\s+/g, ' ')}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  let key: Uint8Array<ArrayBuffer> | ArrayBuffer = bytes.encode(`AWS4${keys.secret_access_key}`)
  for (const part of [day, region, service, 'aws4_request']) key = await hmac(key, part)
  const signature = hex(await hmac(key, toSign))
  const { host: _sentByItself, ...sentHeaders } = headers
  return {
    ...sentHeaders,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.access_key_id}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

async function hmac(key: Uint8Array<ArrayBuffer> | ArrayBuffer, text: string): Promise<ArrayBuffer> {
  const cryptoKey = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return crypto.subtle.sign('HMAC', cryptoKey, bytes.encode(text))
}

function hex(buffer: ArrayBuffer): string {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
