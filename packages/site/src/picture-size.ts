/** The size of a picture, read from its file: what a page says about it cannot be old. */
import { existsSync, readFileSync } from 'node:fs'

const fileOf = (name: string) => new URL(`../pictures/${name}`, import.meta.url)

export function hasPicture(name: string): boolean {
  return existsSync(fileOf(name))
}

/**
 * In pixels, of a WebP as browsers write it (RFC 9649): lossy alone (section 2.5, 14 bits for each side) or in the extended
 * format (section 2.7, 24 bits for each side, less one).
 */
export function pictureSize(name: string): { width: number; height: number } {
  const bytes = readFileSync(fileOf(name))
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    case 'WEBPVP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    default:
      throw new Error(`${name} is no lossy WebP.`)
  }
}
