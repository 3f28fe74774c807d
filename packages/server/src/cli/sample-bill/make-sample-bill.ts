/** Generates the tables and monthly totals of a sample bill. */
import { buildSampleWorld, type SampleOptions } from '@kept/scenarios/sample-bill/build-world.ts'
import type { SampleFileType, SampleFormat } from '@kept/scenarios/sample-bill/formats.ts'
import type { SampleTable } from '@kept/scenarios/sample-bill/table.ts'
import type { MonthTruth } from '@kept/scenarios/sample-bill/truth.ts'

export const sampleSizes = {
  small: { machines: 6 },
  medium: { machines: 24, secondCurrency: true },
  large: { machines: 120, secondCurrency: true },
} as const satisfies Record<string, Partial<SampleOptions>>

export interface SampleBill {
  format: SampleFormat
  fileType: SampleFileType
  tables: SampleTable[]
  /** Totals by month and currency as decimal text; missing where the format has no such column. */
  truth: Partial<MonthTruth>[]
}

interface SampleBillRequest {
  format: SampleFormat
  fileType: SampleFileType
  /** "2026-07" */
  start: string
  months: number
  seed: string
  size: keyof typeof sampleSizes
}

export function makeSampleBill({ format, fileType, start, months, seed, size }: SampleBillRequest): SampleBill {
  const world = buildSampleWorld({ start, months, seed, ...sampleSizes[size], ...format.options })
  return { format, fileType, tables: format.tables(world, fileType), truth: format.truth(world) }
}
