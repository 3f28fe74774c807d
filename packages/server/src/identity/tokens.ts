/** Random tokens, their hashes, and the short-lived bearer token a browser shows instead of its cookie. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'

/** 256 bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** A token of 256 random bits needs no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

export const bearerLifeMs = 5 * 60_000
const bearerPrefix = 'kb1'

interface Bound {
  id: string
  token_hash: string
}

/** Good for 5 minutes, and never longer than the session, its token and its person are. */
export function makeBearer(secrets: Secrets, session: Bound, expiresAt: number): string {
  const body = `${bearerPrefix}.${session.id}.${expiresAt}`
  return `${body}.${sign(secrets, body, session.token_hash)}`
}

/** The session a bearer token says it is of; whether it is true is asked with the session in hand. */
export function sessionOfBearer(bearer: string): string | undefined {
  const [prefix, id] = bearer.split('.')
  return prefix === bearerPrefix && id && /^[0-9a-f-]{36}$/.test(id) ? id : undefined
}

export function isBearerOf(secrets: Secrets, bearer: string, session: Bound, now: number): boolean {
  const [prefix, id, expiresAt, signature = ''] = bearer.split('.')
  const wanted = Buffer.from(sign(secrets, `${prefix}.${id}.${expiresAt}`, session.token_hash))
  const given = Buffer.from(signature)
  const signed = given.length === wanted.length && timingSafeEqual(given, wanted)
  return signed && id === session.id && now < Number(expiresAt)
}

/** Bound to the session's present token: a rotated session's older bearer tokens are worth nothing. */
function sign(secrets: Secrets, body: string, tokenHash: string): string {
  return createHmac('sha256', secrets.keyFor('bearer')).update(`${body}!${tokenHash}`).digest('base64url')
}
