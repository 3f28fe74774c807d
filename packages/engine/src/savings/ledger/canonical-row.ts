/** The canonical text of a line of the bill, and the canonical order of lines. */
import type { CommitmentHour, SavingsLine } from '@kept/domain/saving.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'

interface Canonical {
  /** A decimal in its one form. */
  number(text: Decimal): Decimal
  /** A text as JSON writes it. */
  quoted(text: string): string
}

/** Bills repeat the same few numbers and names millions of times: each is brought into its form once. */
export function openCanonical(): Canonical {
  const quoted = remember(JSON.stringify)
  return { number: remember(decimal), quoted: (text) => quoted(text) }
}

function remember(work: (text: string) => string): (text: string) => string {
  const cache = new Map<string, string>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = work(text)
    if (cache.size < 100_000) cache.set(text, result)
    return result
  }
}

/** Exactly what `JSON.stringify` of the array would say, at a third of the time: a month has millions of them. */
export function canonicalRow(line: SavingsLine, { number, quoted }: Canonical): string {
  const { resource, hour, hours, sku, quantity, price, contracted, effective, commitment, status, correction } = line
  const priced = price === null ? 'null' : `"${number(price)}"`
  const amounts = `"${number(quantity)}",${priced},"${number(contracted)}","${number(effective)}"`
  const covered = commitment === null ? 'null' : quoted(commitment)
  const used = status === null ? 'null' : `"${status}"`
  return `[${quoted(resource)},${hour},${hours},${quoted(sku)},${amounts},${covered},${used},${correction}]`
}

export function canonicalCommitmentRow(row: CommitmentHour, { number }: Canonical): string {
  const { commitment, hour, hours, status, contracted, effective } = row
  return JSON.stringify([commitment, hour, hours, status, number(contracted), number(effective)])
}

/** Rows by hour, and within an hour by their text. */
export function rowsInOrder<Row extends { hour: number }>(
  rows: readonly Row[],
  textOf: (row: Row) => string,
): string[] {
  const byHour = isInOrder(rows) ? rows : rows.toSorted((a, b) => a.hour - b.hour)
  const texts = byHour.map(textOf)
  for (let start = 0; start < texts.length; ) {
    let end = start + 1
    while (byHour[end]?.hour === byHour[start]?.hour && end < texts.length) end += 1
    if (end - start > 1) texts.splice(start, end - start, ...texts.slice(start, end).sort())
    start = end
  }
  return texts
}

function isInOrder(rows: readonly { hour: number }[]): boolean {
  return rows.every(({ hour }, index) => index === 0 || (rows[index - 1]?.hour ?? hour) <= hour)
}
