/**
 * Where a unit of prices goes on, with what was refused before: a pass that is interrupted and goes on must not end as
 * if all prices had been read.
 */
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'

interface PricePosition {
  /** The cursor of the port. */
  cursor: string | null
  refused: RefusedPrices
}

interface RefusedPrices {
  count: number
  /** Why the first of them could not be read, in one sentence; '' without one. */
  reason: string
}

export const noRefusedPrices: RefusedPrices = { count: 0, reason: '' }

export function addRefused({ count, reason }: RefusedPrices, sentences: readonly string[] = []): RefusedPrices {
  return { count: count + sentences.length, reason: reason || (sentences[0] ?? '') }
}

/** For a person; '' when all prices were read. */
export function describeRefused({ count, reason }: RefusedPrices): string {
  if (count === 0) return ''
  const others = count > 1 ? ` ${count - 1} more could not be read either.` : ''
  return `${reason}${others} An earlier price, or the one that comes with Kept, is used.`
}

/** Cursors of the ports are lists or names, so that an object is a cursor with what was refused. */
export function readPosition(stored: string | null): PricePosition {
  if (!stored?.startsWith('{')) return { cursor: stored, refused: noRefusedPrices }
  const position: unknown = JSON.parse(stored)
  const reason = textFieldOf(position, 'reason') ?? ''
  return {
    cursor: textFieldOf(position, 'cursor') ?? null,
    refused: { count: Number(fieldOf(position, 'count') ?? 0), reason },
  }
}

/** As the unit stores it; null after the last page. */
export function writePosition(cursor: string | null, { count, reason }: RefusedPrices): string | null {
  return cursor === null || count === 0 ? cursor : JSON.stringify({ cursor, count, reason })
}
