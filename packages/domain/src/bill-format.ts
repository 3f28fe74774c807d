/** A kind of bill Kept can read: how it is recognized, and how it maps to FOCUS. */
import type { Condition, Mapping } from './mapping.ts'
import { columnKey } from './mapping.ts'

/** The datasets of FOCUS 1.4; every provider's own bill maps to `cost_and_usage`. */
export type Dataset = 'cost_and_usage' | 'contract_commitment' | 'billing_period' | 'invoice_detail'

export interface BillSignature {
  /** By columns: every one of `all`, at least one of each list in `anyOf`, none of `none`. */
  all: string[]
  anyOf?: string[][]
  noneOf?: string[]
  /** And by content, where two exports have the same columns: some row satisfies this, said as "by rows that ...". */
  rows?: { condition: Condition; description: string }
}

export interface BillFormat {
  /** Stable word, also what `--format` takes: "aws-cur-legacy". */
  id: string
  /** What a person reads: "AWS Cost and Usage Report (legacy)". */
  label: string
  dataset: Dataset
  signature: BillSignature
  /** Of two formats that fit, the higher wins (a FOCUS 1.3 file is also a FOCUS 1.0 file). */
  rank: number
  mapping: Mapping
  /** What this format does not contain, in sentences; with `rows`, shown only for a bill that has such a row. */
  unknowable?: { description: string; rows?: Condition }[]
  /** The mapping to use when a bill of another format in the same import has the other half of the same month. */
  companion?: { format: string; mapping: Mapping; note: string }
  /** A word in the file's name that distinguishes formats with equal columns and rows, unless another is there. */
  path?: { hint: string; unless: string }
}

/** The formats whose signature fits these column names, best first. Their `rows` are still to be asked. */
export function recognizeFormats(formats: readonly BillFormat[], columns: readonly string[]): BillFormat[] {
  const keys = new Set(columns.map(columnKey))
  const has = (name: string) => keys.has(columnKey(name))
  return formats
    .filter(
      ({ signature }) =>
        signature.all.every(has) &&
        (signature.anyOf ?? []).every((names) => names.some(has)) &&
        !(signature.noneOf ?? []).some(has),
    )
    .toSorted((a, b) => b.rank - a.rank)
}

/** What a format must find and does not: each entry is "one of these". */
export function missingColumns(format: BillFormat, columns: readonly string[]): string[][] {
  const keys = new Set(columns.map(columnKey))
  return format.mapping.required.filter((names) => !names.some((name) => keys.has(columnKey(name))))
}

/** The format that fits a file best although it does not fit, with the share of its marks that were found. */
export function nearestFormat(
  formats: readonly BillFormat[],
  columns: readonly string[],
): { format: BillFormat; share: number } | undefined {
  const keys = new Set(columns.map(columnKey))
  const has = (name: string) => keys.has(columnKey(name))
  const scored = formats.map((format) => {
    const { all, anyOf = [], noneOf = [] } = format.signature
    const expectedColumns = [...all.map((name) => [name]), ...anyOf, ...format.mapping.required]
    const matchCount = expectedColumns.filter((names) => names.some(has)).length
    return { format, share: expectedColumns.length === 0 || noneOf.some(has) ? 0 : matchCount / expectedColumns.length }
  })
  return scored.toSorted((a, b) => b.share - a.share || a.format.rank - b.format.rank)[0]
}
