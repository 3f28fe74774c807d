/** Snappy's block format, unpacked: what Prometheus sends its samples in. */
import { badInput } from '@kept/domain/errors.ts'

const broken = () => badInput('The body is no snappy block; Prometheus remote-write sends one, with nothing around it.')

/** Refused before anything is unpacked when it would be larger than `most`. */
export function unpackSnappy(packed: Uint8Array, most: number): Uint8Array {
  let at = 0
  const size = readVarint()
  if (size > most) throw badInput(`The body unpacks to ${size} bytes; at most ${most} are taken at once.`)
  const out = new Uint8Array(size)
  let written = 0
  while (at < packed.length) {
    const tag = byte()
    const kind = tag & 3
    if (kind === 0) {
      const length = lengthOfLiteral(tag >> 2) + 1
      if (at + length > packed.length || written + length > size) throw broken()
      out.set(packed.subarray(at, at + length), written)
      at += length
      written += length
      continue
    }
    const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
    const offset = kind === 1 ? ((tag >> 5) << 8) | byte() : little(kind === 2 ? 2 : 4)
    if (offset === 0 || offset > written || written + length > size) throw broken()
    // A copy may reach into what it writes itself: byte by byte.
    for (let i = 0; i < length; i += 1) out[written + i] = out[written + i - offset] ?? 0
    written += length
  }
  if (written !== size) throw broken()
  return out

  function byte(): number {
    const found = packed[at]
    if (found === undefined) throw broken()
    at += 1
    return found
  }
  function little(bytes: number): number {
    let value = 0
    for (let i = 0; i < bytes; i += 1) value += byte() * 2 ** (8 * i)
    return value
  }
  function lengthOfLiteral(short: number): number {
    return short < 60 ? short : little(short - 59)
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
