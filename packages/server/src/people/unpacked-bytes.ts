/** The unpacked size according to the zip's directory, or infinity when it can't be read. */
export function unpackedBytes(zip: Buffer): number {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  if (end < 0 || end + 22 > zip.length) return Number.POSITIVE_INFINITY
  const entries = zip.readUInt16LE(end + 10)
  let offset = zip.readUInt32LE(end + 16)
  let total = 0
  for (let n = 0; n < entries; n += 1) {
    if (offset + 46 > zip.length || zip.readUInt32LE(offset) !== 0x02014b50) return Number.POSITIVE_INFINITY
    total += zip.readUInt32LE(offset + 24)
    offset += 46 + zip.readUInt16LE(offset + 28) + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32)
  }
  return total
}
