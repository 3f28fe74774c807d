/**
 * Lines put by as bytes until every line of their resource has come: a bill is written in the order of its provider's
 * choice, and savings are counted resource by resource.
 */
import { add, decimal } from '@kept/domain/decimal.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import { openWords } from './words.ts'

/** Where the bytes of each text of a line stand: sku, quantity, price, contracted, effective, commitment. */
export const packedTexts = 6

export interface PackedLine {
  resource: number
  hour: number
  hours: number
  status: 'Used' | 'Unused' | null
  correction: boolean
  readonly bytes: Uint8Array[]
  readonly start: Int32Array
  readonly end: Int32Array
}

export function emptyLine(): PackedLine {
  const nothing = new Uint8Array()
  return {
    ...{ resource: 0, hour: 0, hours: 0, status: null, correction: false },
    bytes: Array.from({ length: packedTexts }, () => nothing),
    start: new Int32Array(packedTexts),
    end: new Int32Array(packedTexts),
  }
}

const headLength = 4 + 4 + 2 + 1 + 2 * packedTexts
const pieceLength = 64 * 1024

/** Lines of each part, in pieces as they are full. `put` may not keep the bytes it is given. */
export function openPacker(parts: number, put: (part: number, bytes: Uint8Array) => void) {
  const pieces = Array.from({ length: parts }, () => new Uint8Array(pieceLength))
  const filled = new Int32Array(parts)

  function flush(part: number): void {
    const piece = pieces[part]
    if (piece && filled[part]) put(part, piece.subarray(0, filled[part]))
    filled[part] = 0
  }

  return {
    add(part: number, line: PackedLine): void {
      let length = headLength
      for (let text = 0; text < packedTexts; text += 1) length += (line.end[text] ?? 0) - (line.start[text] ?? 0)
      if (length > pieceLength) throw new RangeError('A line of the bill is longer than any line can be.')
      if ((filled[part] ?? 0) + length > pieceLength) flush(part)
      const piece = pieces[part] ?? new Uint8Array()
      const at = filled[part] ?? 0
      writeLine(piece, at, line)
      filled[part] = at + length
    },
    end(): void {
      for (let part = 0; part < parts; part += 1) flush(part)
    },
  }
}

function writeLine(piece: Uint8Array, from: number, line: PackedLine): void {
  let at = writeNumber(piece, from, line.resource, 4)
  at = writeNumber(piece, at, line.hour, 4)
  at = writeNumber(piece, at, line.hours, 2)
  at = writeNumber(piece, at, (line.correction ? 4 : 0) + (line.status === 'Used' ? 1 : line.status ? 2 : 0), 1)
  for (let text = 0; text < packedTexts; text += 1) {
    const start = line.start[text] ?? 0
    const end = line.end[text] ?? 0
    const bytes = line.bytes[text]
    at = writeNumber(piece, at, end - start, 2)
    for (let index = start; index < end; index += 1) piece[at++] = bytes?.[index] ?? 0
  }
}

function writeNumber(piece: Uint8Array, from: number, value: number, bytes: number): number {
  for (let index = 0; index < bytes; index += 1) piece[from + index] = value >>> (8 * index)
  return from + bytes
}

function readNumber(piece: Uint8Array, from: number, bytes: number): number {
  let value = 0
  for (let index = 0; index < bytes; index += 1) value |= (piece[from + index] ?? 0) << (8 * index)
  return value
}

/** The lines of one part, by resource, with rows of the same hour, SKU and price as one. */
export function unpackLines(packed: Uint8Array, resources: readonly string[]): Map<string, SavingsLine[]> {
  const names = openWords()
  const numbers = openWords(decimal)
  const byResource = new Map<number, SavingsLine[]>()
  for (let at = 0; at < packed.length; ) {
    const resource = readNumber(packed, at, 4)
    const hour = readNumber(packed, at + 4, 4)
    const hours = readNumber(packed, at + 8, 2)
    const flags = packed[at + 10] ?? 0
    at += 11
    const text = (words: typeof names): string => {
      const start = at + 2
      at = start + readNumber(packed, at, 2)
      return at === start ? '' : words.text(packed, start, at)
    }
    const sku = text(names)
    const quantity = text(numbers) || '0'
    const price = text(numbers) || null
    const contracted = text(numbers) || '0'
    const effective = text(numbers) || '0'
    const commitment = text(names) || null
    const lines = byResource.get(resource)
    const line: SavingsLine = {
      resource: resources[resource] ?? '',
      hour,
      hours,
      sku,
      quantity,
      price,
      contracted,
      effective,
      commitment,
      status: flags & 1 ? 'Used' : flags & 2 ? 'Unused' : null,
      correction: (flags & 4) !== 0,
    }
    if (lines) lines.push(line)
    else byResource.set(resource, [line])
  }
  return new Map([...byResource].map(([resource, lines]) => [resources[resource] ?? '', summed(lines)]))
}

/** In the order of their hours; most hours have one line. */
function summed(lines: SavingsLine[]): SavingsLine[] {
  const inOrder = lines.every(({ hour }, index) => index === 0 || (lines[index - 1]?.hour ?? hour) <= hour)
    ? lines
    : lines.toSorted((a, b) => a.hour - b.hour)
  const sums: SavingsLine[] = []
  for (const line of inOrder) {
    let at = sums.length - 1
    while (at >= 0 && sums[at]?.hour === line.hour && !isAlike(sums[at] ?? line, line)) at -= 1
    const like = sums[at]
    if (like?.hour !== line.hour) sums.push(line)
    else
      sums[at] = {
        ...like,
        quantity: add(like.quantity, line.quantity),
        contracted: add(like.contracted, line.contracted),
        effective: add(like.effective, line.effective),
      }
  }
  return sums
}

function isAlike(a: SavingsLine, b: SavingsLine): boolean {
  return (
    a.sku === b.sku &&
    a.price === b.price &&
    a.hours === b.hours &&
    a.commitment === b.commitment &&
    a.status === b.status &&
    a.correction === b.correction
  )
}
