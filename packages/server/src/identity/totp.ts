/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, 30 seconds. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function stepOf(now: number): number {
  return Math.floor(now / stepMs)
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Returns the matching time step, allowing one step of clock difference, or undefined. */
export function stepOfCode(secret: Buffer, code: string, now: number): number | undefined {
  const givenCode = Buffer.from(code)
  return [0, -1, 1]
    .map((offset) => stepOf(now) + offset)
    .find((step) => givenCode.length === 6 && timingSafeEqual(givenCode, Buffer.from(codeAt(secret, step))))
}

export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The content of the QR code. */
export function totpUri(secret: string, email: string): string {
  const label = `Kept:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=Kept&algorithm=SHA1&digits=6&period=30`
}
