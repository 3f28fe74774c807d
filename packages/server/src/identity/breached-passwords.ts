/**
 * Breached passwords as a Bloom filter: 120,000 of the most common ones with 8 characters or more. No false negatives,
 * at most one false positive in 10,000. Written by `tools/breached-passwords.ts`.
 */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const BREACHED_PASSWORDS = 120_000
/** Bits per password, and bits set by each: one false positive in 10,000. */
const BITS_EACH = 19.2
const HASHES = 13
const BITS = Math.ceil((BREACHED_PASSWORDS * BITS_EACH) / 8) * 8

let filter: Buffer | undefined

export function isBreached(password: string): boolean {
  filter ??= readFileSync(new URL('./breached-passwords.bin', import.meta.url))
  const bits = filter
  return placesOf(password).every((bitIndex) => ((bits[bitIndex >>> 3] ?? 0) & (1 << (bitIndex & 7))) !== 0)
}

/** Builds the filter. */
export function filterOf(passwords: Iterable<string>): Buffer {
  const bits = Buffer.alloc(BITS / 8)
  for (const password of passwords)
    for (const bitIndex of placesOf(password))
      bits[bitIndex >>> 3] = (bits[bitIndex >>> 3] ?? 0) | (1 << (bitIndex & 7))
  return bits
}

/** Normalizes a password for comparison. */
export function normalizePassword(password: string): string {
  return password.normalize('NFKC').toLowerCase()
}

function placesOf(password: string): number[] {
  const digest = hash('sha256', normalizePassword(password), 'buffer')
  // Two hashes give all others (Kirsch and Mitzenmacher, 2006).
  const [first, second] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 4) | 1]
  return Array.from({ length: HASHES }, (_, index) => (first + index * (second >>> 0)) % BITS)
}
