/**
 * Passwords of published leaks, as a Bloom filter: 120,000 of the most used ones with 8 characters or more. It never
 * misses one of them, and takes one good password of 10,000 at most for one. `tools/breached-passwords.ts` writes it.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const BREACHED_PASSWORDS = 120_000
/** Bits for one password, and how many of them it sets: one mistake in 10,000. */
const BITS_EACH = 19.2
const HASHES = 13
const BITS = Math.ceil((BREACHED_PASSWORDS * BITS_EACH) / 8) * 8

let filter: Buffer | undefined

export function isBreached(password: string): boolean {
  filter ??= readFileSync(new URL('./breached-passwords.bin', import.meta.url))
  const bits = filter
  return placesOf(password).every((place) => ((bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0)
}

/** The filter of these passwords. */
export function filterOf(passwords: Iterable<string>): Buffer {
  const bits = Buffer.alloc(BITS / 8)
  for (const password of passwords)
    for (const place of placesOf(password)) bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7))
  return bits
}

/** How a password is compared: as people type it differently, and mean the same. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}

function placesOf(password: string): number[] {
  const hash = createHash('sha256').update(normalizePassword(password)).digest()
  // Two hashes make as many as are needed (Kirsch and Mitzenmacher, 2006).
  const [first, second] = [hash.readUIntBE(0, 6), hash.readUIntBE(6, 4) | 1]
  return Array.from({ length: HASHES }, (_, index) => (first + index * (second >>> 0)) % BITS)
}
