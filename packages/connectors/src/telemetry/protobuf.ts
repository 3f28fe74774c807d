/**
 * The protobuf wire format, read in place. Telemetry arrives by the million: a general decoder would build an object
 * for every attribute, most of which are dropped.
 */
import { badInput } from '@kept/domain/errors.ts'

const utf8 = new TextDecoder()

/** Names and values repeat: a text that was decoded before is looked up by its bytes. */
const longestKnown = 64
const slots = 8192
const textCache: ({ bytes: Uint8Array; text: string } | undefined)[] = new Array(slots)

function knownText(bytes: Uint8Array, from: number, to: number): string {
  let hash = to - from
  for (let i = from; i < to; i += 1) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193)
  const slot = (hash ^ (hash >>> 15)) & (slots - 1)
  const cached = textCache[slot]
  if (cached && cached.bytes.length === to - from) {
    let isSame = true
    for (let i = from; isSame && i < to; i += 1) isSame = bytes[i] === cached.bytes[i - from]
    if (isSame) return cached.text
  }
  const copy = bytes.slice(from, to)
  const text = utf8.decode(copy)
  textCache[slot] = { bytes: copy, text }
  return text
}

/** One pass over a message; `field` and `wire` belong to the last tag. */
export class WireReader {
  bytes: Uint8Array
  position = 0
  end: number
  field = 0
  wire = 0
  #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.end = bytes.length
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Reads the next tag before `limit`; false at the end of the message. */
  next(limit: number): boolean {
    if (this.position >= limit) return false
    const tag = this.varint()
    this.field = Math.floor(tag / 8)
    this.wire = tag % 8
    if (this.field === 0) throw malformed('a field number is 0')
    return true
  }

  varint(): number {
    const { bytes } = this
    let byte = bytes[this.position++]
    if (byte === undefined) throw malformed('it ends early')
    if (byte < 128) return byte
    let value = byte & 127
    let scale = 128
    for (let read = 1; read < 10; read += 1) {
      byte = bytes[this.position++]
      if (byte === undefined) throw malformed('it ends early')
      value += (byte & 127) * scale
      if (byte < 128) return value
      scale *= 128
    }
    throw malformed('a number is too long')
  }

  /** A varint that may be negative: ten bytes, of which a double keeps the sign and 53 bits. */
  signed(): number {
    const value = this.varint()
    return value >= 2 ** 63 ? value - 2 ** 64 : value
  }

  /** The end of the length-delimited field that begins here. */
  length(limit: number): number {
    if (this.wire !== 2) throw malformed(`field ${this.field} has the wrong kind`)
    const size = this.varint()
    if (size > limit - this.position) throw malformed('a length reaches beyond its message')
    return this.position + size
  }

  /** Nanoseconds of a fixed64 as milliseconds, to the microsecond. */
  nanosAsMs(): number {
    if (this.wire !== 1 || this.position + 8 > this.end) throw malformed('a time is cut off')
    const low = this.#view.getUint32(this.position, true)
    const high = this.#view.getUint32(this.position + 4, true)
    this.position += 8
    return high * 4294.967296 + low / 1e6
  }

  double(): number {
    if (this.wire !== 1 || this.position + 8 > this.end) throw malformed('a number is cut off')
    const value = this.#view.getFloat64(this.position, true)
    this.position += 8
    return value
  }

  signedFixed64(): number {
    if (this.wire !== 1 || this.position + 8 > this.end) throw malformed('a number is cut off')
    const value = Number(this.#view.getBigInt64(this.position, true))
    this.position += 8
    return value
  }

  text(to: number): string {
    const { bytes, position } = this
    this.position = to
    const size = to - position
    if (size === 0) return ''
    return size <= longestKnown ? knownText(bytes, position, to) : utf8.decode(bytes.subarray(position, to))
  }

  hex(to: number): string {
    const text = this.bytes.subarray(this.position, to).toHex()
    this.position = to
    return text
  }

  skip(limit: number): void {
    if (this.wire === 0) this.varint()
    else if (this.wire === 1) this.position += 8
    else if (this.wire === 2) this.position = this.length(limit)
    else if (this.wire === 5) this.position += 4
    else throw malformed(`field ${this.field} is of a kind (${this.wire}) that is not used`)
    if (this.position > limit) throw malformed('it ends early')
  }
}

export function malformed(reason: string) {
  return badInput(`This is not a readable OTLP protobuf message: ${reason}.`)
}
