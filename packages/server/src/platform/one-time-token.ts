/** One-time tokens of links in emails: 256 random bits, stored as a hash. */
import { hash, randomBytes } from 'node:crypto'

export function newToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: tokenHash(token) }
}

export function tokenHash(token: string): string {
  return hash('sha256', token)
}
