/**
 * Format of an API key: `kept_<id>_<secret>_<checksum>`. The id finds the key, the 256-bit secret proves it, and the
 * checksum detects typos (and helps secret scanners) without a database query.
 */
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const shape = /^kept_([0-9a-z]{12})_([A-Za-z0-9]{43})_([0-9a-f]{8})$/
/** Alphanumeric, so a double click selects the whole key. 62^43 is more than 2^256. */
const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newKey(): { id: string; key: string; hash: string } {
  const id = randomText('0123456789abcdefghijklmnopqrstuvwxyz', 12)
  const body = `kept_${id}_${randomText(alphanumerics, 43)}`
  const key = `${body}_${checksumOf(body)}`
  return { id, key, hash: keyHash(key) }
}

/** Returns the id of a well-formed key, else undefined. */
export function keyIdOf(text: string): string | undefined {
  const [, id, , checksum] = shape.exec(text) ?? []
  return id !== undefined && checksum === checksumOf(text.slice(0, -9)) ? id : undefined
}

export function looksLikeKey(text: string): boolean {
  return text.startsWith('kept_')
}

export function keyHash(key: string): string {
  return hash('sha256', key)
}

/** Constant-time comparison. */
export function sameHash(hash: string, other: string): boolean {
  const [a, b] = [Buffer.from(hash, 'hex'), Buffer.from(other, 'hex')]
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b)
}

export function prefixOf(id: string): string {
  return `kept_${id}`
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0')
}

/** Rejection sampling: every character is equally likely. */
function randomText(from: string, length: number): string {
  const limit = 256 - (256 % from.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += from[byte % from.length]
    }
  }
  return text
}
