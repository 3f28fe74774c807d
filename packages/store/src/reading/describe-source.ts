/** The columns of a source: from its header, or from the types the engine reports. */
import { open } from 'node:fs/promises'
import { badInput } from '@kept/domain/errors.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { DescribedColumn } from './column-types.ts'
import { jsonTypes, wordTypes } from './column-types.ts'
import type { IdentifiedFile } from './identify-file.ts'
import { type RawFile, unpacked } from './raw-file.ts'
import { readSettings } from './read-settings.ts'
import { readingError } from './reading-error.ts'
import { type BillSource, type Compression, quote } from './source.ts'
import { type ReadingDialect, type SourceColumns, textColumns, typedColumns } from './source-columns.ts'

interface ColumnOptions {
  maps: (name: string) => boolean
  isLowCardinality: (name: string) => boolean
  dialect: ReadingDialect
}

interface DescribedSource {
  /** Names as format recognition sees them; members of nested columns as "service.id". */
  names: string[]
  /**
   * The columns to read with, once the format has declared which are maps and which are labels: texts with few distinct
   * values, which are dictionary-encoded.
   */
  columns(options: ColumnOptions): SourceColumns
}

export async function describeSource(
  warehouse: Warehouse,
  identified: IdentifiedFile,
  source: BillSource,
): Promise<DescribedSource> {
  const { csv } = identified
  if (csv) return { names: csv.header, columns: ({ dialect }) => textColumns(csv.header, dialect) }
  const described = await describeTypes(warehouse, identified, source)
  if (identified.container === 'Parquet') {
    const columns = ({ dialect, isLowCardinality = () => false }: Partial<ColumnOptions> = {}) => {
      const types = wordTypes(described, isLowCardinality)
      const withStructure = Boolean(source.body) || types.some(({ type }, index) => type !== described[index]?.type)
      return typedColumns(types, { withStructure, ...(dialect && { dialect }) })
    }
    return { names: columns().all.map(({ name }) => name), columns }
  }
  const columns = (maps: (name: string) => boolean, dialect?: ReadingDialect) =>
    typedColumns(jsonTypes(described, maps), { withStructure: true, ...(dialect && { dialect }) })
  return {
    // Both the members and their parent: a format may use either.
    names: [...columns(() => false).all.map(({ name }) => name), ...described.map(({ name }) => name)],
    columns: ({ maps, dialect }) => columns(maps, dialect),
  }
}

async function describeTypes(
  warehouse: Warehouse,
  identified: IdentifiedFile,
  source: BillSource,
): Promise<DescribedColumn[]> {
  const from = source.body ? await fromSample(identified) : source.from()
  try {
    return await warehouse.inspect<DescribedColumn>(
      `DESCRIBE TABLE ${from}`,
      {},
      { settings: await readSettings(warehouse, source) },
    )
  } catch (error) {
    throw await readingError(error, source)
  }
}

/** The engine cannot describe a streamed file directly: it receives the footer or first lines within the statement. */
async function fromSample({ container, compression, file, start }: IdentifiedFile): Promise<string> {
  if (container === 'Parquet') {
    return `format(Parquet, base64Decode(${quote((await parquetFooter(file, compression)).toString('base64'))}))`
  }
  return `format(JSONEachRow, ${quote(start)})`
}

/** A Parquet schema is at its end: the footer between two magic numbers is itself a file without rows. */
async function parquetFooter({ path, name, open: stream }: RawFile, compression: Compression): Promise<Buffer> {
  const end =
    path && compression === 'none' ? await endOfFile(path) : await endOfStream(unpacked(stream(), compression))
  const length = end.length < 12 ? -1 : end.readUInt32LE(end.length - 8)
  if (end.subarray(-4).toString('latin1') !== 'PAR1' || length < 0 || length + 8 > end.length) {
    throw badInput(`${name} is not a complete Parquet file: it is damaged or incomplete; download it again.`)
  }
  return Buffer.concat([Buffer.from('PAR1'), end.subarray(end.length - 8 - length)])
}

const maxFooterBytes = 32 * 1024 * 1024

async function endOfFile(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(size, maxFooterBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function endOfStream(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    size += chunk.length
    while (size - (chunks[0]?.length ?? 0) > maxFooterBytes) size -= chunks.shift()?.length ?? 0
  }
  return Buffer.concat(chunks).subarray(-maxFooterBytes)
}
