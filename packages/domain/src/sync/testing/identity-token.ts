/** For tests: an issuer, and a cloud that verifies its tokens. Shares no code with what signs or sends them. */
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

/** A public key as an issuer lists it (RFC 7517). */
export interface PublicJwk {
  kid: string
  kty: string
  n: string
  e: string
}

/** What a cloud was told to trust. */
export interface TrustedIssuer {
  issuer: string
  /** Null: any, as where a policy forgets the condition. */
  subject: string | null
  audience: string
  /** What the issuer lists at its public address; throws when that cannot be reached. */
  keys(): readonly PublicJwk[]
  nowMs(): number
}

/** The first step at which a cloud refuses; undefined when the token is what it trusts. */
export type TokenFault = 'malformed' | 'issuer' | 'unreachable' | 'signature' | 'expired' | 'audience' | 'subject'

export function faultOf(token: string, trusted: TrustedIssuer): TokenFault | undefined {
  const [header = '', claims = '', signature = '', ...others] = token.split('.')
  let head: Record<string, unknown>
  let body: Record<string, unknown>
  try {
    head = JSON.parse(Buffer.from(header, 'base64url').toString())
    body = JSON.parse(Buffer.from(claims, 'base64url').toString())
  } catch {
    return 'malformed'
  }
  if (others.length > 0 || head.alg !== 'RS256' || typeof body.jti !== 'string') return 'malformed'
  if (body.iss !== trusted.issuer) return 'issuer'
  let keys: readonly PublicJwk[]
  try {
    keys = trusted.keys()
  } catch {
    return 'unreachable'
  }
  const key = keys.find(({ kid }) => kid === head.kid)
  const text = Buffer.from(`${header}.${claims}`)
  if (
    key === undefined ||
    !verify('sha256', text, createPublicKey({ key: { ...key }, format: 'jwk' }), Buffer.from(signature, 'base64url'))
  )
    return 'signature'
  const seconds = trusted.nowMs() / 1000
  const [issuedAt, expires] = [Number(body.iat), Number(body.exp)]
  // Clouds allow for five minutes between clocks; Kept's tokens live for minutes.
  if (!(issuedAt <= seconds + 300 && expires > seconds && expires - issuedAt <= 600)) return 'expired'
  if (body.aud !== trusted.audience) return 'audience'
  return trusted.subject === null || body.sub === trusted.subject ? undefined : 'subject'
}

/** An issuer with one key, which signs what a test wants. */
export function createTestIssuer(kid = 'key-1'): { keys: readonly PublicJwk[]; sign(claims: object): string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    keys: [{ kid, kty: 'RSA', n, e }],
    sign(claims) {
      const text = `${encode({ alg: 'RS256', kid, typ: 'JWT' })}.${encode(claims)}`
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
    },
  }
}
