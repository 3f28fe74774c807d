/** Random tokens, their hashes, and the short-lived bearer tokens of browsers. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'

/** 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** 256 random bits need no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}

export const bearerLifeMs = 5 * 60_000
const bearerPrefix = 'kb1'

interface Bound {
  id: string
  token_hash: string
}

/** Valid for 5 minutes, and no longer than the session and its token. */
export function makeBearer(secrets: Secrets, session: Bound, expiresAt: number): string {
  const body = `${bearerPrefix}.${session.id}.${expiresAt}`
  return `${body}.${sign(secrets, body, session.token_hash)}`
}

/** Reads the session id of a bearer token without verifying it. */
export function sessionOfBearer(bearer: string): string | undefined {
  const [prefix, id] = bearer.split('.')
  return prefix === bearerPrefix && id && /^[0-9a-f-]{36}$/.test(id) ? id : undefined
}

export function isBearerOf(secrets: Secrets, bearer: string, session: Bound, now: number): boolean {
  const [prefix, id, expiresAt, signature = ''] = bearer.split('.')
  const expected = Buffer.from(sign(secrets, `${prefix}.${id}.${expiresAt}`, session.token_hash))
  const actual = Buffer.from(signature)
  const signed = actual.length === expected.length && timingSafeEqual(actual, expected)
  return signed && id === session.id && now < Number(expiresAt)
}

/** Signed with the session's current token, so a rotation revokes older bearer tokens. */
function sign(secrets: Secrets, body: string, tokenHash: string): string {
  return createHmac('sha256', secrets.keyFor('bearer')).update(`${body}!${tokenHash}`).digest('base64url')
}
