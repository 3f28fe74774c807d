/** The size of a picture, read from its file: what a page says about it cannot be old. */
import { existsSync, readFileSync } from 'node:fs'

const fileOf = (name: string) => new URL(`../pictures/${name}`, import.meta.url)

export function hasPicture(name: string): boolean {
  return existsSync(fileOf(name))
}

/** In pixels, of a lossy WebP (RFC 9649, section 2.5: the frame header of VP8, 14 bits for each side). */
export function pictureSize(name: string): { width: number; height: number } {
  const bytes = readFileSync(fileOf(name))
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8 ') throw new Error(`${name} is no lossy WebP.`)
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
