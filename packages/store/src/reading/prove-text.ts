/**
 * The proof of a plain CSV, by a reader that shares no code with the engine's: its records are counted and its cost
 * cells summed from the bytes, while the engine reads the same file. It gives up at the first record that readers may
 * understand differently, and the file is then proved by the engine's second reading.
 */
import type { Readable } from 'node:stream'
import type { CostColumn } from '@kept/domain/focus-columns.ts'
import { chunksOf } from './chunks.ts'
import { ExactSum, isMissing, textOf } from './exact-sum.ts'
import type { FileProof } from './file-proof.ts'
import type { PlainProof } from './plain-proof.ts'
import { RecordReader } from './record-reader.ts'
import { maxLineBytes } from './scan-text.ts'

interface CurrencySums {
  currency: string
  /** In the order of the plan's costs. */
  sums: ExactSum[]
}

/** Undefined when the text is not plain. Throws what the stream throws. */
export async function proveText(
  content: Readable,
  plan: PlainProof,
  delimiter: string,
  signal?: AbortSignal,
): Promise<FileProof | undefined> {
  const sums = openSums(plan)
  const reader = new RecordReader(delimiter, plan.names.length, () => sums.add(reader))
  let rest: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of chunksOf(content)) {
      signal?.throwIfAborted()
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      const read = reader.read(bytes, false)
      if (read === undefined || bytes.length - read > maxLineBytes) return undefined
      rest = bytes.subarray(read)
    }
  } finally {
    content.destroy()
  }
  return reader.read(rest, true) === undefined ? undefined : sums.proof()
}

function openSums({ names, currency: currencyCell, costs }: PlainProof) {
  const byCurrency = new Map<string, CurrencySums>()
  let rows = 0
  let isHeader = true
  let current: CurrencySums | undefined

  function sumsOf(currency: string): CurrencySums {
    const existing = byCurrency.get(currency)
    if (existing) return existing
    const opened = { currency, sums: costs.map(() => new ExactSum()) }
    byCurrency.set(currency, opened)
    return opened
  }

  /** Nearly every row has the currency of the one before: it is compared without making a text of it. */
  function currencyOf({ bytes, start, end }: RecordReader): CurrencySums | undefined {
    if (typeof currencyCell === 'string') return sumsOf(currencyCell)
    const [from, to] = [start[currencyCell] ?? 0, end[currencyCell] ?? 0]
    if (current && isText(current.currency, bytes, from, to)) return current
    if (isMissing(bytes, from, to)) return undefined
    const text = textOf(bytes, from, to)
    return /^[A-Z]{3}$/.test(text) ? sumsOf(text) : undefined
  }

  function add(record: RecordReader): boolean {
    if (isHeader) {
      isHeader = false
      return isHeaderOf(names, record)
    }
    current = currencyOf(record)
    if (!current) return false
    for (let index = 0; index < costs.length; index += 1) {
      const cell = costs[index]?.cell ?? null
      if (cell === null) continue
      if (!current.sums[index]?.add(record.bytes, record.start[cell] ?? 0, record.end[cell] ?? 0)) return false
    }
    rows += 1
    return true
  }

  function proof(): FileProof | undefined {
    if (isHeader) return undefined
    const amounts = (column: CostColumn, index: number) =>
      [...byCurrency.values()].map(({ currency, sums }) => ({ currency, column, amount: sums[index]?.total() ?? null }))
    return { rows, sums: costs.flatMap(({ column }, index) => amounts(column, index)) }
  }

  return { add, proof }
}

/** The columns are found by their place: each must have the name there by which it was chosen. */
function isHeaderOf(names: readonly string[], { bytes, start, end }: RecordReader): boolean {
  return names.every((name, cell) => {
    const text = Buffer.from(bytes.subarray(start[cell] ?? 0, end[cell] ?? 0)).toString()
    return (cell === 0 ? text.replace(/^\uFEFF/, '') : text) === name
  })
}

function isText(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from !== text.length) return false
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[from + index] !== text.charCodeAt(index)) return false
  }
  return true
}
