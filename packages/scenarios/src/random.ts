/** Seeded randomness: the same seed gives the same world, byte for byte, on every machine. */

/** A stream of numbers in [0, 1), and the distributions a world is drawn from. */
export interface Random {
  next(): number
  /** An integer from `low` to `high`, both included. */
  integer(low: number, high: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  chance(share: number): boolean
  /** Letters and digits, as in cloud identifiers. */
  hex(length: number): string
  /** An independent stream for a thing, so that adding one thing does not change all others. */
  fork(label: string): Random
}

/** sfc32 (PractRand's small fast counting generator), seeded from text. */
export function random(seed: string): Random {
  let a = hash(`${seed}/a`)
  let b = hash(`${seed}/b`)
  let c = hash(`${seed}/c`)
  let counter = 1
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let i = 0; i < 12; i += 1) next()
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    integer,
    pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
    chance: (share) => next() < share,
    hex: (length) => Array.from({ length }, () => integer(0, 15).toString(16)).join(''),
    fork: (label) => random(`${seed}/${label}`),
  }
}

/** A normal number, by the Box-Muller transform. */
export function normal(from: Random): number {
  return Math.sqrt(-2 * Math.log(1 - from.next())) * Math.cos(2 * Math.PI * from.next())
}

/** FNV-1a, 32 bits: text to a number. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    value ^= text.charCodeAt(i)
    value = Math.imul(value, 0x01000193)
  }
  return value >>> 0
}

/** Noise in [-1, 1) without a stream: the same key and index give the same value, in any order. */
export function noiseAt(key: number, index: number): number {
  let value = Math.imul(key ^ Math.imul(index + 1, 0x9e3779b1), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  value ^= value >>> 16
  return (value >>> 0) / 2_147_483_648 - 1
}
