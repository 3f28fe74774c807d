/** The size of a picture, read from its file: what a page says about it cannot be old. */
import { existsSync, readFileSync } from 'node:fs'

const fileOf = (name: string) => new URL(`../pictures/${name}`, import.meta.url)

export function hasPicture(name: string): boolean {
  return existsSync(fileOf(name))
}

/** In pixels, of a WebP in the extended format, as browsers write it (RFC 9649, section 2.7: 24 bits for each side, less one). */
export function pictureSize(name: string): { width: number; height: number } {
  const bytes = readFileSync(fileOf(name))
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error(`${name} is no WebP in the extended format.`)
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
}
