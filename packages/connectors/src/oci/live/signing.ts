/** Signatures of requests to Oracle Cloud. Scheme: docs.oracle.com, "Request Signatures". */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { derOf } from '../../live-token.ts'
import type { OciAccess } from './access.ts'

const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

/** Keys of Oracle's console are PKCS #8; those of older tools are PKCS #1. Throws a `SyncFailure` without the key. */
export async function readKey(pem: string): Promise<CryptoKey> {
  const inner = derOf(pem, 'RSA PRIVATE KEY')
  const der = inner === undefined ? derOf(pem, 'PRIVATE KEY') : wrapKey(inner)
  try {
    if (der === undefined) throw new Error('no private key')
    return await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  } catch {
    throw new SyncFailure(
      'credentials',
      'The private key cannot be read. Paste the complete PEM file of the API signing key, without a passphrase.',
    )
  }
}

/** The version, and the identifier of RSA (RFC 5208). */
const rsaPrefix = Uint8Array.of(2, 1, 0, 48, 13, 6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1, 5, 0)
const [sequence, octetString] = [0x30, 0x04]

/** A PKCS #1 key as PKCS #8. */
function wrapKey(key: Uint8Array): Uint8Array<ArrayBuffer> {
  return tagged(sequence, Uint8Array.of(...rsaPrefix, ...tagged(octetString, key)))
}

/** DER: tag, length, content. Keys are always longer than 255 bytes and shorter than 65,536. */
function tagged(tag: number, content: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(tag, 0x82, content.length >> 8, content.length & 0xff, ...content)
}

/** The headers to send with a request: a POST when it has a body, which is signed as well, else a GET. */
export async function signedHeaders(
  { tenancy, user, fingerprint }: Pick<OciAccess, 'tenancy' | 'user' | 'fingerprint'>,
  key: CryptoKey,
  { url, body, nowMs }: { url: URL; body?: string; nowMs: number },
): Promise<Record<string, string>> {
  const sent: Record<string, string> = { 'x-date': new Date(nowMs).toUTCString() }
  const signed: Record<string, string> = {
    '(request-target)': `${body === undefined ? 'get' : 'post'} ${url.pathname}${url.search}`,
    'x-date': sent['x-date'] ?? '',
    host: url.host,
  }
  if (body !== undefined) {
    const bytes = new TextEncoder().encode(body)
    sent['x-content-sha256'] = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toBase64()
    Object.assign(signed, {
      // Both are set by the request itself.
      'content-length': String(bytes.length),
      'content-type': 'application/json',
      'x-content-sha256': sent['x-content-sha256'],
    })
  }
  const text = Object.entries(signed)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const signature = new Uint8Array(await crypto.subtle.sign(algorithm, key, new TextEncoder().encode(text)))
  return {
    ...sent,
    authorization: `Signature version="1",keyId="${tenancy}/${user}/${fingerprint}",algorithm="rsa-sha256",headers="${Object.keys(signed).join(' ')}",signature="${signature.toBase64()}"`,
  }
}
