/** Decompresses Snappy's block format, in which Prometheus sends samples. */
import { badInput } from '@kept/domain/errors.ts'

const broken = () => badInput('The body is not a snappy block. Prometheus remote-write sends one without framing.')

/** Rejected before decompression when the result would be larger than `most`. */
export function unpackSnappy(packed: Uint8Array, maxSize: number): Uint8Array {
  let position = 0
  const size = readVarint()
  if (size > maxSize) throw badInput(`The body unpacks to ${size} bytes. The limit is ${maxSize} bytes per request.`)
  const output = new Uint8Array(size)
  let writtenBytes = 0
  while (position < packed.length) {
    const tag = byte()
    const kind = tag & 3
    if (kind === 0) {
      const length = lengthOfLiteral(tag >> 2) + 1
      if (position + length > packed.length || writtenBytes + length > size) throw broken()
      output.set(packed.subarray(position, position + length), writtenBytes)
      position += length
      writtenBytes += length
      continue
    }
    const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const offset = kind === 1 ? ((tag >> 5) << 8) | byte() : littleEndian(kind === 2 ? 2 : 4)
    if (offset === 0 || offset > writtenBytes || writtenBytes + length > size) throw broken()
    // A copy may overlap with its own output: byte by byte.
    for (let i = 0; i < length; i += 1) output[writtenBytes + i] = output[writtenBytes + i - offset] ?? 0
    writtenBytes += length
  }
  if (writtenBytes !== size) throw broken()
  return output

  function byte(): number {
    const value = packed[position]
    if (value === undefined) throw broken()
    position += 1
    return value
  }
  function littleEndian(bytes: number): number {
    let value = 0
    for (let i = 0; i < bytes; i += 1) value += byte() * 2 ** (8 * i)
    return value
  }
  function lengthOfLiteral(short: number): number {
    return short < 60 ? short : littleEndian(short - 59)
  }
  function readVarint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const next = byte()
      value += (next & 127) * 2 ** shift
      if (next < 128) return value
    }
    throw broken()
  }
}
