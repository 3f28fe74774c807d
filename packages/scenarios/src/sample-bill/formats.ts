/** Every format a sample bill can be written in. To add one: its writer, and an entry here. */

import { cur2Tables } from './aws/cur-2.ts'
import { curLegacyTables } from './aws/cur-legacy.ts'
import { azureTables } from './azure/cost-exports.ts'
import type { AzureVariantKey } from './azure/variants.ts'
import type { SampleOptions } from './build-world.ts'
import { focusTables } from './focus/cost-and-usage.ts'
import { billingPeriodTable, contractCommitmentTable, invoiceDetailTable } from './focus/other-datasets.ts'
import { gcpTables } from './gcp/billing-export.ts'
import { isInCostReport, ociTables } from './oci/cost-report.ts'
import { isInCluster, openCostTables } from './opencost/allocation.ts'
import type { SampleTable } from './table.ts'
import { type MonthTruth, truthOf } from './truth.ts'
import type { SampleWorld } from './world.ts'

/** Compressions of files, by file extension. */
export type SampleFileType = 'csv' | 'csv.gz' | 'csv.zst' | 'csv.zip' | 'jsonl' | 'jsonl.gz' | 'parquet'

export interface SampleFormat {
  id: string
  label: string
  /** As the provider exports it; the first is the default. */
  fileTypes: readonly [SampleFileType, ...SampleFileType[]]
  /** The options of a world that such a bill can represent; others are left out. */
  options: Partial<SampleOptions>
  tables(world: SampleWorld, fileType: SampleFileType): SampleTable[]
  /** The sums of the written months. Amounts that the format lacks are left out. */
  truth(world: SampleWorld): Partial<MonthTruth>[]
}

const csvs = ['csv', 'csv.gz', 'csv.zst', 'csv.zip'] as const

const focus = (version: '1.0' | '1.1' | '1.2' | '1.3' | '1.4'): SampleFormat => ({
  id: `focus-${version}`,
  label: `FOCUS ${version}`,
  fileTypes: ['csv.gz', 'csv', 'csv.zst', 'csv.zip', 'parquet'],
  options: {},
  tables: (world) => [
    ...focusTables(world, { version, granularity: 'day' }),
    ...(version === '1.3' || version === '1.4' ? [contractCommitmentTable(world, version)] : []),
    ...(version === '1.4' ? [billingPeriodTable(world), invoiceDetailTable(world)] : []),
  ],
  truth: (world) => truthOf(world),
})

const azure = (id: string, label: string, variant: AzureVariantKey): SampleFormat => ({
  id,
  label,
  fileTypes: ['csv', 'csv.gz', 'csv.zip', 'parquet'],
  options: {},
  tables: (world) => azureTables(world, ['actual', 'amortized'], variant),
  truth: (world) => truthOf(world),
})

/** Exports from before commitments had columns: one cost, and every row is usage. */
const oldAzure = (id: string, label: string, variant: AzureVariantKey): SampleFormat => ({
  ...azure(id, label, variant),
  fileTypes: csvs,
  options: { commitments: false, spot: false, adjustments: [], secondCurrency: false },
  tables: (world) => azureTables(world, ['actual'], variant),
  truth: (world) =>
    truthOf(world).map(({ month, currency, billed, amortized }) => ({ month, currency, billed, amortized })),
})

const gcp = (id: string, label: string, detailed: boolean): SampleFormat => ({
  id,
  label,
  fileTypes: ['csv', 'csv.gz', 'csv.zip', 'jsonl', 'jsonl.gz', 'parquet'],
  options: { upfront: false },
  tables: (world) => gcpTables(world, { granularity: 'day', detailed, lists: detailed ? 'json' : 'python' }),
  // Google has no line for the unused part of a commitment, only its full fee.
  truth: (world) =>
    truthOf(world).map(({ month, currency, billed, amortized, list }) => ({
      month,
      currency,
      billed,
      amortized,
      list,
    })),
})

export const sampleFormats: readonly SampleFormat[] = [
  {
    id: 'aws-cur',
    label: 'AWS Cost and Usage Report (legacy)',
    fileTypes: ['csv.gz', 'csv', 'csv.zip', 'parquet'],
    options: {},
    tables: (world, fileType) =>
      curLegacyTables(world, { granularity: 'day', spelling: fileType === 'parquet' ? 'parquet' : 'csv' }),
    truth: (world) => truthOf(world),
  },
  {
    id: 'aws-cur-2',
    label: 'AWS Cost and Usage Report 2.0',
    fileTypes: ['csv.gz', 'csv', 'parquet'],
    options: {},
    tables: (world) => cur2Tables(world, { granularity: 'day' }),
    truth: (world) => truthOf(world),
  },
  azure('azure-ea', 'Azure actual and amortized cost, enterprise agreement', 'enterprise'),
  azure('azure-ea-portal', 'Azure actual and amortized cost, enterprise portal download', 'enterprisePortal'),
  azure('azure-mca', 'Azure actual and amortized cost, customer agreement', 'customer'),
  oldAzure('azure-payg', 'Azure usage, pay as you go', 'payAsYouGo'),
  oldAzure('azure-german', 'Azure usage, German portal', 'german'),
  oldAzure('azure-mixed', 'Azure usage, names of several exports', 'mixed'),
  focus('1.0'),
  focus('1.1'),
  focus('1.2'),
  focus('1.3'),
  focus('1.4'),
  gcp('gcp-standard', 'Google Cloud billing export, standard', false),
  gcp('gcp-detailed', 'Google Cloud billing export, detailed', true),
  {
    id: 'oci',
    label: 'Oracle Cloud cost report',
    fileTypes: ['csv.gz', 'csv'],
    options: { commitments: false, spot: false, adjustments: ['refund'] },
    tables: (world) => ociTables(world, { granularity: 'hour' }),
    truth: (world) =>
      truthOf(world, isInCostReport).map(({ month, currency, billed, amortized }) => ({
        month,
        currency,
        billed,
        amortized,
      })),
  },
  {
    id: 'opencost',
    label: 'OpenCost allocation export',
    fileTypes: ['csv', 'csv.gz'],
    options: { commitments: false, spot: false, adjustments: [], secondCurrency: false },
    tables: (world) => openCostTables(world),
    // OpenCost names no currency: ISO 4217 has XXX for that.
    truth: (world) =>
      truthOf(world, isInCluster).map(({ month, billed, amortized }) => ({
        month,
        currency: 'XXX',
        billed,
        amortized,
      })),
  },
]
