/**
 * SHA-256 where no Node module may be used. Node code calls `hash('sha256', ...)` of `node:crypto`, which is faster, and
 * `createHash` for streams.
 */
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Lower-case hexadecimal digest of UTF-8 text or of bytes. */
export function sha256(data: string | Uint8Array): string {
  return bytesToHex(digest(typeof data === 'string' ? utf8ToBytes(data) : data))
}
