/** What reading the billing export needs: granted on its dataset and in its project only, apart from the role Kept Reader. */
import type { LivePermission } from '@kept/domain/sync/port.ts'

export const billingExportUnlock = 'Bills, once a day'

/** Rows are read by a query, which is a job of the project. */
export const jobPermissions = [
  { action: 'bigquery.jobs.create', reason: 'Runs the queries that read the billing export.' },
] as const satisfies readonly LivePermission[]

/** Granted with a condition on the dataset: no other table can be read with them. */
export const datasetPermissions = [
  { action: 'bigquery.datasets.get', reason: 'Lists datasets, to find the one with the billing export.' },
  { action: 'bigquery.tables.list', reason: 'Lists the tables of the dataset, to find the billing export.' },
  { action: 'bigquery.tables.get', reason: 'Reads where the billing export is stored, and how it is partitioned.' },
  { action: 'bigquery.tables.getData', reason: 'Reads the rows of the billing export, and of no other dataset.' },
] as const satisfies readonly LivePermission[]

export const billingExportPermissions: readonly LivePermission[] = [...jobPermissions, ...datasetPermissions]
