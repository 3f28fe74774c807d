/** The exact sum of decimals as they are written in the bytes of a file. */
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'

const [zero, nine, minus, dot, lowerE, upperE] = [0x30, 0x39, 0x2d, 0x2e, 0x65, 0x45]
/** Decimals that are summed; the engine's own proof cuts there. */
const maxScale = 38
const maxIntegerDigits = 37
/** Integers of this many digits are exact as a double, and so are some thousands of them added. */
const fastDigits = 15
const fastLimit = 2 ** 52

export class ExactSum {
  /** Units by their number of decimals; `fast` is added to `exact` before it could lose a digit. */
  private readonly fast = new Float64Array(maxScale + 1)
  private readonly exact = new Array<bigint>(maxScale + 1).fill(0n)
  private hasValue = false

  /** Adds what is written in [from, to), nothing for a missing value; false when it is not a plain decimal. */
  add(bytes: Uint8Array, from: number, to: number): boolean {
    if (isMissing(bytes, from, to)) return true
    const isNegative = bytes[from] === minus
    let at = isNegative ? from + 1 : from
    const first = at
    let units = 0
    let digits = 0
    let byte = bytes[at] as number
    for (; at < to && byte >= zero && byte <= nine; byte = bytes[++at] as number) {
      units = units * 10 + byte - zero
      if (units > 0) digits += 1
    }
    if (at === first || digits > maxIntegerDigits) return false
    let scale = 0
    if (at < to && byte === dot) {
      const point = at
      byte = bytes[++at] as number
      for (; at < to && byte >= zero && byte <= nine; byte = bytes[++at] as number) {
        units = units * 10 + byte - zero
        if (units > 0) digits += 1
      }
      scale = at - point - 1
      if (scale === 0) return false
    }
    const end = at
    if (at < to && (byte === lowerE || byte === upperE)) {
      const exponent = exponentOf(bytes, at + 1, to)
      if (exponent === undefined) return false
      scale -= exponent
      at = to
    }
    if (at < to || scale < 0 || scale > maxScale) return false
    this.hasValue = true
    if (digits <= fastDigits) this.addFast(isNegative ? -units : units, scale)
    else this.addExact(unitsOf(bytes, first, end), isNegative, scale)
    return true
  }

  /** Null when no value was added. */
  total(): Decimal | null {
    if (!this.hasValue) return null
    const units = this.exact.reduce(
      (total, part, scale) => total + (part + BigInt(this.fast[scale] ?? 0)) * 10n ** BigInt(maxScale - scale),
      0n,
    )
    return decimal(`${units}e-${maxScale}`)
  }

  private addFast(units: number, scale: number): void {
    const sum = (this.fast[scale] ?? 0) + units
    const isFull = sum > fastLimit || sum < -fastLimit
    this.fast[scale] = isFull ? 0 : sum
    if (isFull) this.exact[scale] = (this.exact[scale] ?? 0n) + BigInt(sum)
  }

  private addExact(units: bigint, isNegative: boolean, scale: number): void {
    this.exact[scale] = (this.exact[scale] ?? 0n) + (isNegative ? -units : units)
  }
}

/** Empty, or a word that exports write for a missing value. */
export function isMissing(bytes: Uint8Array, from: number, to: number): boolean {
  if (to === from) return true
  if (to - from !== 4 && to - from !== 2) return false
  const text = textOf(bytes, from, to)
  return text === 'NULL' || text === 'null' || text === '\\N'
}

/** Of "-8" or "+05"; undefined for anything else. */
function exponentOf(bytes: Uint8Array, from: number, to: number): number | undefined {
  const text = textOf(bytes, from, to)
  return /^[-+]?\d{1,3}$/.test(text) ? Number(text) : undefined
}

function unitsOf(bytes: Uint8Array, from: number, to: number): bigint {
  return BigInt(textOf(bytes, from, to).replace('.', ''))
}

/** Of ASCII; a cell can be of any length. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('latin1')
}
