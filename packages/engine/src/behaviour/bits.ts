/** A row of bits: a kilobyte holds ninety days of quarter hours. */
export type Bits = Uint32Array

export function newBits(length: number): Bits {
  return new Uint32Array(Math.ceil(length / 32))
}

/** Sets bits `from` up to and without `to`. */
export function setBits(bits: Bits, from: number, to: number): void {
  for (let at = from; at < to; at += 1) bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
}

export function hasBit(bits: Bits, at: number): boolean {
  return (((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1
}

export function addBits(into: Bits, more: Bits): void {
  for (let word = 0; word < into.length; word += 1) into[word] = (into[word] ?? 0) | (more[word] ?? 0)
}

/** One byte for each bit: quicker to walk through. */
export function spread(bits: Bits, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; at += 1) bytes[at] = ((bits[at >>> 5] ?? 0) >>> (at & 31)) & 1
  return bytes
}
