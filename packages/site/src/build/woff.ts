/** Decodes a WOFF font: its tables are a directory and zlib streams. */
import { inflateSync } from 'node:zlib'

export function woffToTtf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF font.')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const entryOffset = 44 + index * 20
    const offset = woff.readUInt32BE(entryOffset + 4)
    const packed = woff.readUInt32BE(entryOffset + 8)
    const length = woff.readUInt32BE(entryOffset + 12)
    const bytes = woff.subarray(offset, offset + packed)
    return {
      tag: woff.subarray(entryOffset, entryOffset + 4),
      checksum: woff.readUInt32BE(entryOffset + 16),
      data: packed < length ? inflateSync(bytes) : bytes,
    }
  })
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  const power = 2 ** Math.floor(Math.log2(count))
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  tables.forEach(({ tag, checksum, data }, index) => {
    const entryOffset = 12 + index * 16
    tag.copy(head, entryOffset)
    head.writeUInt32BE(checksum, entryOffset + 4)
    head.writeUInt32BE(offset, entryOffset + 8)
    head.writeUInt32BE(data.length, entryOffset + 12)
    // Tables are aligned to four bytes.
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    parts.push(data, padding)
    offset += data.length + padding.length
  })
  return Buffer.concat(parts)
}
