/** A writer's output for a month: named files of rows, not yet encoded. */

/** The type of a column in typed encodings (Parquet). */
export type ColumnType = 'text' | 'amount' | 'time' | 'text_map'

/** A row by column name; missing columns are empty. */
export type FlatRow = Readonly<Record<string, string>>

export interface SampleTable {
  /** Without an extension: "actual/2026-07". */
  name: string
  /** The first day of the billing period. */
  month: string
  columns: readonly { name: string; type: ColumnType }[]
  /** Can be iterated again. */
  rows: () => Iterable<FlatRow>
  /** Whether its CSV begins with a byte order mark. */
  byteOrderMark?: boolean
  /** The same rows as nested objects, where the provider exports them so, and their structure in ClickHouse's terms. */
  nested?: { structure: string; rows: () => Iterable<object> }
}

const chunkSize = 64 * 1024

/** CSV text in pieces of about 64 KB, the header in the first. Shares no code with the readers that it tests. */
export function* toCsv({ columns, rows, byteOrderMark }: SampleTable): Generator<string> {
  let text = `${byteOrderMark ? '\uFEFF' : ''}${columns.map(({ name }) => quote(name)).join(',')}\n`
  for (const row of rows()) {
    text += `${columns.map(({ name }) => quote(row[name] ?? '')).join(',')}\n`
    if (text.length >= chunkSize) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}

function quote(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** One JSON object a line, in pieces of about 64 KB. */
export function* toJsonLines({ columns, rows, nested }: SampleTable): Generator<string> {
  let text = ''
  for (const row of nested?.rows() ?? rows()) {
    const object = nested ? row : Object.fromEntries(columns.map(({ name }) => [name, (row as FlatRow)[name] ?? '']))
    text += `${JSON.stringify(object)}\n`
    if (text.length >= chunkSize) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}
