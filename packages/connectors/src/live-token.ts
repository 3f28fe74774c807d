/** Access tokens: requested when first needed, shared by parallel requests, renewed shortly before they expire. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'

const renewBeforeSeconds = 300

interface Token {
  token: string
  seconds: number
}

/** `renew` forgets the token that was refused. */
export function cacheToken(request: () => Promise<Token>, nowMs: () => number): (renew: boolean) => Promise<string> {
  let current: { token: Promise<string>; untilMs: number } | undefined
  return (renew) => {
    if (current && !renew && current.untilMs > nowMs()) return current.token
    const entry = { token: Promise.resolve(''), untilMs: Number.POSITIVE_INFINITY }
    entry.token = request().then(({ token, seconds }) => {
      entry.untilMs = nowMs() + Math.max(30, seconds - renewBeforeSeconds) * 1000
      return token
    })
    entry.token.catch(() => {
      if (current === entry) current = undefined
    })
    current = entry
    return entry.token
  }
}

const rsaAlgorithms = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 },
} as const

/** A signed JSON Web Token (RFC 7519). `pem` holds a PKCS #8 private key; `whose` names it in the error. */
export async function signedToken(
  pem: string,
  {
    header,
    claims,
    whose,
  }: { header: { alg: keyof typeof rsaAlgorithms; [name: string]: string }; claims: object; whose: string },
): Promise<string> {
  const algorithm = rsaAlgorithms[header.alg]
  const text = `${base64url(encode(JSON.stringify({ typ: 'JWT', ...header })))}.${base64url(encode(JSON.stringify(claims)))}`
  const key = await importKey(pem, algorithm, whose)
  return `${text}.${base64url(new Uint8Array(await crypto.subtle.sign(algorithm, key, encode(text))))}`
}

async function importKey(pem: string, algorithm: { name: string; hash: string }, whose: string): Promise<CryptoKey> {
  const der = derOf(pem, 'PRIVATE KEY')
  try {
    if (der === undefined) throw new Error('no private key')
    return await crypto.subtle.importKey('pkcs8', der, algorithm, false, ['sign'])
  } catch (cause) {
    throw new SyncFailure('credentials', `The private key of ${whose} cannot be read. Paste the complete file.`, {
      cause,
    })
  }
}

/** The bytes of the first PEM block of this kind; undefined when there is none. */
export function derOf(
  pem: string,
  kind: 'PRIVATE KEY' | 'RSA PRIVATE KEY' | 'CERTIFICATE',
): Uint8Array<ArrayBuffer> | undefined {
  const text = pem.replaceAll('\\n', '\n')
  const [begin, end] = [`-----BEGIN ${kind}-----`, `-----END ${kind}-----`]
  const start = text.indexOf(begin)
  const stop = text.indexOf(end, start)
  const block = start < 0 || stop < 0 ? '' : text.slice(start + begin.length, stop).replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/]+=*$/.test(block) ? Uint8Array.fromBase64(block) : undefined
}

export function base64url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
