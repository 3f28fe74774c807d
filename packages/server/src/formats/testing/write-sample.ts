/** Sample bills as files, for tests. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildSampleWorld, type SampleOptions } from '@kept/scenarios/sample-bill/build-world.ts'
import { sampleFormats } from '@kept/scenarios/sample-bill/formats.ts'
import { toCsv } from '@kept/scenarios/sample-bill/table.ts'
import type { MonthTruth } from '@kept/scenarios/sample-bill/truth.ts'

export interface WrittenSample {
  /** In the order of the format's tables. */
  paths: string[]
  rows: number
  truth: Partial<MonthTruth>[]
}

/** One month of a small world, as CSV, in a folder of its own below `folder`; compressed with `gzip`. */
export async function writeSample(
  folder: string,
  id: string,
  options: Partial<SampleOptions> = {},
  { gzip = false }: { gzip?: boolean } = {},
): Promise<WrittenSample> {
  const format = sampleFormats.find((candidate) => candidate.id === id)
  if (!format) throw new RangeError(`Unknown sample format ${id}.`)
  const world = buildSampleWorld({ months: 1, machines: 4, ...options, ...format.options })
  await mkdir(join(folder, id), { recursive: true })
  const paths: string[] = []
  let rows = 0
  for (const table of format.tables(world, 'csv')) {
    const text = [...toCsv(table)].join('')
    const path = join(folder, id, `${table.name}.csv${gzip ? '.gz' : ''}`)
    await writeFile(path, gzip ? gzipSync(text) : text)
    paths.push(path)
    rows += [...table.rows()].length
  }
  return { paths, rows, truth: format.truth(world) }
}
