/** A row of bits: a kilobyte holds ninety days of quarter hours. */
export type Bits = Uint32Array

export function newBits(length: number): Bits {
  return new Uint32Array(Math.ceil(length / 32))
}

/** Sets bits `from` up to and without `to`. */
export function setBits(bits: Bits, from: number, to: number): void {
  for (let index = from; index < to; index += 1) bits[index >>> 5] = (bits[index >>> 5] ?? 0) | (1 << (index & 31))
}

export function hasBit(bits: Bits, index: number): boolean {
  return (((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1
}

/** One byte for each bit: quicker to walk through. */
export function spread(bits: Bits, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let index = 0; index < length; index += 1) bytes[index] = ((bits[index >>> 5] ?? 0) >>> (index & 31)) & 1
  return bytes
}
