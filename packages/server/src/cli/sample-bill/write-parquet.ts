/**
 * Writes Parquet with the embedded warehouse: each table goes through a temporary text file into typed columns.
 * Amounts are doubles, as in the providers' own Parquet exports.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ColumnType, type SampleTable, toCsv, toJsonLines } from '@kept/scenarios/sample-bill/table.ts'
import { quote } from '@kept/store/reading/source.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { openEmbeddedWarehouse } from '@kept/store/warehouse/open-embedded.ts'

const memoryBytes = 1024 * 1024 * 1024

export async function writeParquet(files: readonly { table: SampleTable; path: string }[]): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'kept-sample-bill-'))
  try {
    const { warehouse, engine } = await openEmbeddedWarehouse({
      folder: join(scratch, 'warehouse'),
      logFolder: scratch,
      memoryBytes,
    })
    try {
      for (const { table, path } of files) await writeTable(warehouse, table, resolve(path), scratch)
    } finally {
      await warehouse.close()
      await engine.stop()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Column names come from our own writers and contain no backquote. */
const quoted = (name: string) => `\`${name}\``

async function writeTable(warehouse: Warehouse, table: SampleTable, path: string, scratch: string): Promise<void> {
  const { nested } = table
  const text = join(scratch, nested ? 'rows.jsonl' : 'rows.csv')
  await pipeline(Readable.from(nested ? toJsonLines(table) : toCsv(table)), createWriteStream(text))
  const target = `file(${quote(path)}, Parquet)`
  const source = nested
    ? `SELECT * FROM file(${quote(text)}, JSONEachRow, ${quote(nested.structure)})`
    : `SELECT ${table.columns.map(({ name, type }) => `${typed[type](quoted(name))} AS ${quoted(name)}`).join(', ')}
       FROM file(${quote(text)}, CSVWithNames, ${quote(table.columns.map(({ name }) => `${quoted(name)} String`).join(', '))})`
  await warehouse.administer(
    `INSERT INTO FUNCTION ${target} ${source}
     SETTINGS input_format_with_names_use_header = 0, input_format_null_as_default = 1,
       date_time_input_format = 'best_effort', output_format_parquet_compression_method = 'snappy',
       max_query_size = 1048576`,
  )
}

const typed: Record<ColumnType, (column: string) => string> = {
  text: (column) => `nullIf(${column}, '')`,
  amount: (column) => `toFloat64OrNull(${column})`,
  // Azure writes the month first; ISO dates parse the same way.
  time: (column) => `parseDateTime64BestEffortUSOrNull(${column}, 3, 'UTC')`,
  text_map: (column) => `JSONExtract(if(${column} = '', '{}', ${column}), 'Map(String, String)')`,
}
