/**
 * Format of a SCIM token: `keptscim_<id>_<secret>`. The id finds the token, the 256-bit secret proves it. Not the format
 * of an API key, so that neither is taken for the other.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'

const shape = /^keptscim_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/

export function newToken(): { id: string; token: string; hash: string } {
  const id = randomBytes(6).toString('hex')
  const token = `keptscim_${id}_${randomBytes(32).toString('base64url')}`
  return { id, token, hash: hash('sha256', token) }
}

export function tokenIdOf(text: string): string | undefined {
  return shape.exec(text)?.[1]
}

/** Constant-time comparison with the stored hash. */
export function isTokenOf(text: string, expectedHash: string): boolean {
  const [presented, expected] = [hash('sha256', text, 'buffer'), Buffer.from(expectedHash, 'hex')]
  return presented.length === expected.length && timingSafeEqual(presented, expected)
}
