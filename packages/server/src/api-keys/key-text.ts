/**
 * What an API key looks like: `kept_<id>_<secret>_<checksum>`. The id finds it, 256 random bits prove it, and the
 * checksum tells a mistyped or cut-off key (and a scanner of leaked secrets) without asking the database.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const shape = /^kept_([0-9a-z]{12})_([A-Za-z0-9]{43})_([0-9a-f]{8})$/
/** Without - and _, so that a double click takes the whole key. 62^43 is more than 2^256. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export function newKey(): { id: string; key: string; hash: string } {
  const id = draw('0123456789abcdefghijklmnopqrstuvwxyz', 12)
  const body = `kept_${id}_${draw(letters, 43)}`
  const key = `${body}_${checksumOf(body)}`
  return { id, key, hash: keyHash(key) }
}

/** The id of a well-formed key, else undefined. */
export function keyIdOf(text: string): string | undefined {
  const [, id, , checksum] = shape.exec(text) ?? []
  return id !== undefined && checksum === checksumOf(text.slice(0, -9)) ? id : undefined
}

export function looksLikeKey(text: string): boolean {
  return text.startsWith('kept_')
}

export function keyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Compared in a time that tells nothing. */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b)
}

export function prefixOf(id: string): string {
  return `kept_${id}`
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(8, '0')
}

/** Each letter as likely as any other: bytes beyond the last whole round are drawn again. */
function draw(from: string, length: number): string {
  const limit = 256 - (256 % from.length)
  let drawn = ''
  while (drawn.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && drawn.length < length) drawn += from[byte % from.length]
    }
  }
  return drawn
}
