/** The bills of a bucket: the objects at an address, the first bytes of each, and how the engine reads them. */
import { Readable } from 'node:stream'
import { badInput } from '@kept/domain/errors.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { Environment } from './aws-credentials.ts'
import { type Bucket, isPattern, parseBucket } from './bucket-address.ts'
import { besidesNote, isJsonFile, replacedNote, separateBills } from './find-files.ts'
import type { IdentifiedFile } from './identify-file.ts'
import { chooseFiles, type Manifest, readManifest } from './manifests.ts'
import type { RawFile } from './raw-file.ts'
import { readSettings } from './read-settings.ts'
import { readingError } from './reading-error.ts'
import type { BillSource, Container } from './source.ts'

export interface BucketFile {
  file: RawFile
  inFolder: boolean
  toSource(identified: IdentifiedFile): BillSource
}

interface Listed {
  path: string
  size: number
}

export async function findInBucket(
  warehouse: Warehouse,
  url: string,
  environment: Environment,
): Promise<{ files: BucketFile[]; notes: string[] }> {
  const bucket = await parseBucket(url, environment)
  const listed = await listBucket(warehouse, bucket, url)
  const sizes = new Map(listed.map(({ path, size }) => [path, size]))
  const { bills, otherFiles } = separateBills([...sizes.keys()])
  const manifests: Manifest[] = []
  for (const path of otherFiles.filter(isJsonFile)) {
    const manifest = readManifest(path, await readText(warehouse, bucket, path))
    if (manifest) manifests.push(manifest)
  }
  const { selected, replaced } = chooseFiles(bills, manifests)
  if (selected.length === 0) throw badInput(`No bill found at ${url}; check the address.`)
  return {
    files: selected.map((path) =>
      bucketFile(warehouse, bucket, { path, size: sizes.get(path) ?? 0 }, selected.length > 1),
    ),
    notes: [...besidesNote(url, otherFiles), ...replacedNote(url, replaced)],
  }
}

async function listBucket(warehouse: Warehouse, bucket: Bucket, url: string): Promise<Listed[]> {
  const { path } = bucket
  const patterns = isPattern(path) ? [path] : path === '' || path.endsWith('/') ? [`${path}**`] : [path, `${path}/**`]
  let missing: unknown
  for (const pattern of patterns) {
    try {
      const rows = await inspect<{ path: string; size: number }>(
        warehouse,
        `SELECT DISTINCT _path AS path, _size AS size FROM ${bucket.from(pattern, 'One', 'auto', 'none')} ORDER BY path`,
      )
      const inside = rows.map(({ path: full, size }) => ({ path: full.slice(full.indexOf('/') + 1), size }))
      const files = inside.filter(({ path: filePath, size }) => size > 0 && !filePath.endsWith('/'))
      if (files.length > 0) return files
    } catch (error) {
      missing ??= await readingError(error, { name: url, container: 'CSVWithNames', bytes: null, from: () => '' })
      // The exact name may be a folder: it is an error only when the folder does not exist either.
      if (pattern !== patterns[0] || patterns.length === 1) throw missing
    }
  }
  throw missing ?? badInput(`Nothing found at ${url}; check the address.`)
}

function bucketFile(warehouse: Warehouse, bucket: Bucket, { path, size }: Listed, inFolder: boolean): BucketFile {
  const name = `${bucket.address}${path}`
  const file: RawFile = {
    name,
    bytes: size,
    beginningOnly: size > headBytes,
    open: () => Readable.from(firstBytes(warehouse, bucket, path, name), { objectMode: false }),
  }
  return {
    file,
    inFolder,
    toSource: ({ container, compression, csv }) => ({
      name,
      container,
      bytes: size,
      from: (structure = 'auto') => bucket.from(path, container, structure, compression),
      lines: bucket.from(path, 'LineAsString', 'line String', compression),
      ...(csv && { delimiter: csv.delimiter, headerLines: csv.headerLines }),
    }),
  }
}

const headBytes = 1024 * 1024

/** The engine can also read single bytes of an object, as rows of one number: enough to identify the file. */
async function* firstBytes(warehouse: Warehouse, bucket: Bucket, path: string, name: string): AsyncGenerator<Buffer> {
  try {
    const [start] = await inspect<{ hex: string }>(
      warehouse,
      `SELECT arrayStringConcat(groupArray(hex(byte))) AS hex
       FROM (SELECT byte FROM ${bucket.from(path, 'RowBinary', 'byte UInt8', 'none')} LIMIT ${headBytes})`,
    )
    yield Buffer.from(start?.hex ?? '', 'hex')
  } catch (error) {
    throw await readingError(error, { name, container: 'CSVWithNames', bytes: null, from: () => '' })
  }
}

async function readText(warehouse: Warehouse, bucket: Bucket, path: string): Promise<string> {
  const [row] = await inspect<{ text: string }>(
    warehouse,
    `SELECT raw AS text FROM ${bucket.from(path, 'RawBLOB', 'raw String', 'none')}`,
  )
  return row?.text ?? ''
}

async function inspect<Row>(warehouse: Warehouse, sql: string): Promise<Row[]> {
  const container: Container = 'Parquet'
  const settings = { ...(await readSettings(warehouse, { container })), max_threads: 1 }
  return warehouse.inspect<Row>(sql, {}, { settings })
}
