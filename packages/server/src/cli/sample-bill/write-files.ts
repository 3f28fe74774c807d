/** Writes the tables of a sample bill into a folder, packed as asked, or one of them to standard output. */
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

/** The paths that were written, in order. Nothing that is there already is written over. */
export async function writeFiles({ tables, fileType }: SampleBill, folder: string): Promise<string[]> {
  const files = tables.map((table) => ({ table, path: join(folder, `${table.name}.${fileType}`) }))
  const present = files.find(({ path }) => existsSync(path))
  if (present) throw badInput(`${present.path} is there already; remove it or name another folder with --out.`)
  try {
    await mkdir(folder, { recursive: true })
  } catch {
    throw badInput(`${folder} cannot be made; name a folder you may write to with --out.`)
  }
  if (fileType === 'parquet') await writeParquet(files)
  else for (const { table, path } of files) await writeText(table, path, fileType)
  return files.map(({ path }) => path)
}

/** Only a single text file can be printed. */
export function writeToOutput({ tables, fileType, format }: SampleBill, terminal: Terminal): void {
  const [table, ...others] = tables
  if (!table) return
  if (others.length > 0) {
    throw badInput(
      `${format.id} would be ${tables.length} files and --out - prints one; ask for --months 1 or name a folder.`,
    )
  }
  if (fileType !== 'csv' && fileType !== 'jsonl') {
    throw badInput(`--out - prints csv or jsonl, not ${fileType}; name a folder with --out.`)
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
      // Zip archives are small ones here: held in memory.
      return writeFile(path, zipSync({ [`${table.name}.csv`]: strToU8([...toCsv(table)].join('')) }))
  }
}
