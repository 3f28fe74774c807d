/** Which billing export a person named: a project, a dataset of it, or one table or view. */
import { billingExportPattern, billingExportScheme } from '@kept/domain/cloud-access.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'

export interface ExportName {
  project: string
  /** Without one, Kept looks for the export in all datasets of the project. */
  dataset: string | undefined
  /** Without one, Kept chooses among the tables that Google writes. */
  table: string | undefined
}

/** "shop-billing.billing" or "shop-billing.billing.table". Throws a `SyncFailure`. */
export function parseExportName(text: string): ExportName {
  const [, project, dataset, table] = billingExportPattern.exec(text) ?? []
  if (project === undefined)
    throw new SyncFailure('unexpected', `${text} does not name a billing export. Enter project.dataset.`)
  return { project, dataset, table }
}

/** Identifies the export in an organization, whatever connection reads it: "bigquery://shop-billing.billing". */
export function billingExportAddress(billingExport: string): string {
  return `${billingExportScheme}${billingExport}`
}

const googleTable = /^gcp_billing_export(_resource)?_v1_([0-9A-F]{6}_[0-9A-F]{6}_[0-9A-F]{6})$/i

/** A table that Google writes: of which billing account, and whether it names resources. Undefined for any other one. */
export function parseTableName(table: string): { account: string; isDetailed: boolean } | undefined {
  const [, resource, account] = googleTable.exec(table) ?? []
  return account === undefined ? undefined : { account, isDetailed: resource !== undefined }
}
