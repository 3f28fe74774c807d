/**
 * Stores lines as bytes until all lines of their resource are read: a bill has the provider's order, and savings are
 * calculated by resource.
 */
import type { SavingsLine } from '@kept/domain/saving.ts'
import { add, decimal } from '@kept/foundation/decimal.ts'
import { openDictionary } from './text-dictionary.ts'

/** The position of each text of a line in the bytes: sku, quantity, price, contracted, effective, commitment. */
const packedTexts = 6

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
  const emptyBytes = new Uint8Array()
  return {
    ...{ resource: 0, hour: 0, hours: 0, status: null, correction: false },
    bytes: Array.from({ length: packedTexts }, () => emptyBytes),
    start: new Int32Array(packedTexts),
    end: new Int32Array(packedTexts),
  }
}

const headLength = 4 + 4 + 2 + 1 + 2 * packedTexts
const pieceLength = 64 * 1024

/** Passes on the lines of each part in full chunks. `put` must not keep the bytes. */
export function openPacker(parts: number, writePart: (part: number, bytes: Uint8Array) => void) {
  const buffers = Array.from({ length: parts }, () => new Uint8Array(pieceLength))
  const filled = new Int32Array(parts)

  function flush(part: number): void {
    const buffer = buffers[part]
    if (buffer && filled[part]) writePart(part, buffer.subarray(0, filled[part]))
    filled[part] = 0
  }

  return {
    add(part: number, line: PackedLine): void {
      let length = headLength
      for (let text = 0; text < packedTexts; text += 1) length += (line.end[text] ?? 0) - (line.start[text] ?? 0)
      if (length > pieceLength) throw new RangeError('A line of the bill is too long.')
      if ((filled[part] ?? 0) + length > pieceLength) flush(part)
      const buffer = buffers[part] ?? new Uint8Array()
      const offset = filled[part] ?? 0
      writeLine(buffer, offset, line)
      filled[part] = offset + length
    },
    end(): void {
      for (let part = 0; part < parts; part += 1) flush(part)
    },
  }
}

function writeLine(buffer: Uint8Array, from: number, line: PackedLine): void {
  let offset = writeNumber(buffer, from, line.resource, 4)
  offset = writeNumber(buffer, offset, line.hour, 4)
  offset = writeNumber(buffer, offset, line.hours, 2)
  offset = writeNumber(
    buffer,
    offset,
    (line.correction ? 4 : 0) + (line.status === 'Used' ? 1 : line.status ? 2 : 0),
    1,
  )
  for (let text = 0; text < packedTexts; text += 1) {
    const start = line.start[text] ?? 0
    const end = line.end[text] ?? 0
    const bytes = line.bytes[text]
    offset = writeNumber(buffer, offset, end - start, 2)
    for (let index = start; index < end; index += 1) buffer[offset++] = bytes?.[index] ?? 0
  }
}

function writeNumber(buffer: Uint8Array, from: number, value: number, bytes: number): number {
  for (let index = 0; index < bytes; index += 1) buffer[from + index] = value >>> (8 * index)
  return from + bytes
}

function readNumber(buffer: Uint8Array, from: number, bytes: number): number {
  let value = 0
  for (let index = 0; index < bytes; index += 1) value |= (buffer[from + index] ?? 0) << (8 * index)
  return value
}

/** The lines of one part, by resource; rows of the same hour, SKU and price are combined. */
export function unpackLines(packed: Uint8Array, resources: readonly string[]): Map<string, SavingsLine[]> {
  const names = openDictionary()
  const numbers = openDictionary(decimal)
  const byResource = new Map<number, SavingsLine[]>()
  for (let offset = 0; offset < packed.length; ) {
    const resource = readNumber(packed, offset, 4)
    const hour = readNumber(packed, offset + 4, 4)
    const hours = readNumber(packed, offset + 8, 2)
    const flags = packed[offset + 10] ?? 0
    offset += 11
    const text = (dictionary: typeof names): string => {
      const start = offset + 2
      offset = start + readNumber(packed, offset, 2)
      return offset === start ? '' : dictionary.text(packed, start, offset)
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

/** By hour; most hours have one line. */
function summed(lines: SavingsLine[]): SavingsLine[] {
  const inOrder = lines.every(({ hour }, index) => index === 0 || (lines[index - 1]?.hour ?? hour) <= hour)
    ? lines
    : lines.toSorted((a, b) => a.hour - b.hour)
  const sums: SavingsLine[] = []
  for (const line of inOrder) {
    let index = sums.length - 1
    while (index >= 0 && sums[index]?.hour === line.hour && !isAlike(sums[index] ?? line, line)) index -= 1
    const like = sums[index]
    if (like?.hour !== line.hour) sums.push(line)
    else
      sums[index] = {
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
