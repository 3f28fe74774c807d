/**
 * The CSRF token: random, signed, and bound to the session, or to a cookie of its own before sign-in. It is sent in a
 * header that another site's form cannot set, and is invalid for other sessions.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from './secrets.ts'

export function makeCsrfToken(secrets: Secrets, boundTo: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${sign(secrets, boundTo, random)}`
}

export function isCsrfToken(secrets: Secrets, boundTo: string, token: string): boolean {
  const [random = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(secrets, boundTo, random))
  const received = Buffer.from(signature)
  return random !== '' && received.length === expected.length && timingSafeEqual(received, expected)
}

function sign(secrets: Secrets, boundTo: string, random: string): string {
  return createHmac('sha256', secrets.keyFor('csrf')).update(`${boundTo}!${random}`).digest('base64url')
}
