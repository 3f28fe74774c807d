/** Writes a sample bill into a folder, or a single table to standard output. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, createZstdCompress } from 'node:zlib'
import { badInput } from '@kept/domain/errors.ts'
import type { SampleFileType } from '@kept/scenarios/sample-bill/formats.ts'
import { type SampleTable, toCsv, toJsonLines } from '@kept/scenarios/sample-bill/table.ts'
import { strToU8, zipSync } from 'fflate'
import type { Terminal } from '../terminal.ts'
import type { SampleBill } from './make-sample-bill.ts'
import { writeParquet } from './write-parquet.ts'

/** Returns the written paths in order. Throws bad_input instead of overwriting a file. */
export async function writeFiles({ tables, fileType }: SampleBill, folder: string): Promise<string[]> {
  const files = tables.map((table) => ({ table, path: join(folder, `${table.name}.${fileType}`) }))
  const present = files.find(({ path }) => existsSync(path))
  if (present) throw badInput(`${present.path} already exists. Remove it or choose another folder with --out.`)
  try {
    await mkdir(folder, { recursive: true })
  } catch {
    throw badInput(`Cannot create ${folder}. Choose a writable folder with --out.`)
  }
  if (fileType === 'parquet') await writeParquet(files)
  else for (const { table, path } of files) await writeText(table, path, fileType)
  return files.map(({ path }) => path)
}

/** Prints the bill. Throws bad_input unless it is a single text file. */
export function writeToOutput({ tables, fileType, format }: SampleBill, terminal: Terminal): void {
  const [table, ...otherTables] = tables
  if (!table) return
  if (otherTables.length > 0) {
    throw badInput(
      `${format.id} would be ${tables.length} files, and --out - prints only one. Use --months 1 or choose a folder.`,
    )
  }
  if (fileType !== 'csv' && fileType !== 'jsonl') {
    throw badInput(`--out - prints csv or jsonl, not ${fileType}. Choose a folder with --out.`)
  }
  for (const text of fileType === 'csv' ? toCsv(table) : toJsonLines(table)) terminal.out(text)
}

async function writeText(
  table: SampleTable,
  path: string,
  fileType: Exclude<SampleFileType, 'parquet'>,
): Promise<void> {
  const text = () => Readable.from(fileType.startsWith('jsonl') ? toJsonLines(table) : toCsv(table))
  switch (fileType) {
    case 'csv':
    case 'jsonl':
      return pipeline(text(), createWriteStream(path))
    case 'csv.gz':
    case 'jsonl.gz':
      return pipeline(text(), createGzip(), createWriteStream(path))
    case 'csv.zst':
      return pipeline(text(), createZstdCompress(), createWriteStream(path))
    case 'csv.zip':
      // Sample zip archives are small enough for memory.
      return writeFile(path, zipSync({ [`${table.name}.csv`]: strToU8([...toCsv(table)].join('')) }))
  }
}
