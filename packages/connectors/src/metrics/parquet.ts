/** Metrics in a Parquet file, a part of a row group at a time. */
import { badInput } from '@kept/domain/errors.ts'
import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import type { MetricReading } from './reading.ts'
import { metricColumns, readMetricRow } from './table.ts'

const rowsAtOnce = 20_000

export async function* readMetricsParquet(file: AsyncBuffer, name: string): AsyncGenerator<MetricReading> {
  const [{ parquetReadObjects }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ])
  const metadata = await metadataOf(file, name)
  // The first element is the root of the schema.
  const head = metadata.schema
    .slice(1)
    .filter(({ num_children }) => !num_children)
    .map((element) => element.name)
  const columns = metricColumns(head, name)
  const rows = Number(metadata.num_rows)
  const selectedColumns = Object.values(columns).map((index) => head[index] ?? '')
  for (let rowStart = 0; rowStart < rows; rowStart += rowsAtOnce) {
    const rowEnd = Math.min(rows, rowStart + rowsAtOnce)
    const records = await parquetReadObjects({
      file,
      metadata,
      compressors,
      columns: selectedColumns,
      rowStart,
      rowEnd,
    })
    for (const [i, row] of records.entries()) {
      const cells = head.map((column) => (row as Record<string, unknown>)[column])
      yield readMetricRow(cells, columns, `${name}, row ${rowStart + i + 1}`)
    }
  }
}

async function metadataOf(file: AsyncBuffer, name: string): Promise<FileMetaData> {
  const { parquetMetadataAsync } = await import('hyparquet')
  try {
    return await parquetMetadataAsync(file)
  } catch {
    throw badInput(`${name} looks like Parquet but cannot be read. Export it again.`)
  }
}
