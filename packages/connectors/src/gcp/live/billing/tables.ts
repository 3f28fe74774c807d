/** The tables of a billing export: those that Google writes in a dataset, or one table or view that a person named. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import * as z from 'zod'
import type { GcpSession } from '../session.ts'
import { type ExportName, parseTableName } from './export-name.ts'

export interface ExportTable {
  project: string
  dataset: string
  table: string
  /** What it is one of at most two exports of: the dataset and the billing account in the name of the table. */
  group: string
  /** Whether it names resources and prices. */
  isDetailed: boolean
  location: string
  /** What limits how much a query reads: when rows were loaded, or when Google exported them. */
  loadedAt: '_PARTITIONTIME' | 'export_time'
}

const page = { nextPageToken: z.string().nullish() }
const datasetsSchema = z.object({
  ...page,
  datasets: z.array(z.object({ datasetReference: z.object({ datasetId: z.string() }) })).nullish(),
})
const tablesSchema = z.object({
  ...page,
  tables: z.array(z.object({ tableReference: z.object({ tableId: z.string() }) })).nullish(),
})
const tableSchema = z.object({
  location: z.string().min(1),
  timePartitioning: z.object({ field: z.string().nullish() }).nullish(),
  schema: z.object({ fields: z.array(z.object({ name: z.string() })).nullish() }).nullish(),
})

/** Without them, costs cannot be read. */
const neededFields = ['billing_account_id', 'service', 'sku', 'usage_start_time', 'invoice', 'export_time', 'cost']

/** At least one. Throws a `SyncFailure` that says what to do when there is none. */
export async function findExportTables(session: GcpSession, name: ExportName): Promise<ExportTable[]> {
  const { project, dataset, table } = name
  if (dataset !== undefined && table !== undefined) return [await readTable(session, { project, dataset, table })]
  const datasets = dataset === undefined ? await listDatasets(session, project) : [dataset]
  const tables: ExportTable[] = []
  for (const entry of datasets)
    for (const listed of await listTables(session, project, entry))
      if (parseTableName(listed)) tables.push(await readTable(session, { project, dataset: entry, table: listed }))
  if (tables.length === 0)
    throw new SyncFailure(
      'not_enabled',
      `${dataset === undefined ? `The project ${project}` : `The dataset ${project}.${dataset}`} has no billing export yet. Enter the dataset that the page "Billing export" of Google Cloud names. After it is enabled, Google takes some hours to create the table.`,
      { action: 'bigquery.tables.list' },
    )
  return tables
}

async function listDatasets(session: GcpSession, project: string): Promise<string[]> {
  return listAll('bigquery.datasets.get', session, `/bigquery/v2/projects/${encodeURIComponent(project)}/datasets`, {
    schema: datasetsSchema,
    namesOf: ({ datasets }) => (datasets ?? []).map(({ datasetReference }) => datasetReference.datasetId),
  })
}

async function listTables(session: GcpSession, project: string, dataset: string): Promise<string[]> {
  return listAll('bigquery.tables.list', session, `${datasetPath(project, dataset)}/tables`, {
    schema: tablesSchema,
    namesOf: ({ tables }) => (tables ?? []).map(({ tableReference }) => tableReference.tableId),
  })
}

async function listAll<Schema extends z.ZodType<{ nextPageToken?: string | null | undefined }>>(
  action: string,
  session: GcpSession,
  path: string,
  { schema, namesOf }: { schema: Schema; namesOf: (answer: z.output<Schema>) => string[] },
): Promise<string[]> {
  const names: string[] = []
  let token: string | undefined
  do {
    const query = new URLSearchParams({ maxResults: '1000', ...(token !== undefined && { pageToken: token }) })
    const answer = parseAnswer(action, schema, await session.send(action, 'bigquery', `${path}?${query}`))
    names.push(...namesOf(answer))
    const next = answer.nextPageToken || undefined
    if (next !== undefined && next === token)
      throw new SyncFailure('unexpected', `${action}: BigQuery returned the same page twice.`, { action })
    token = next
  } while (token !== undefined)
  return names
}

async function readTable(
  session: GcpSession,
  { project, dataset, table }: { project: string; dataset: string; table: string },
): Promise<ExportTable> {
  const action = 'bigquery.tables.get'
  const path = `${datasetPath(project, dataset)}/tables/${encodeURIComponent(table)}`
  const answer = parseAnswer(action, tableSchema, await session.send(action, 'bigquery', path))
  const fields = new Set((answer.schema?.fields ?? []).map((field) => field.name))
  const missing = neededFields.find((field) => !fields.has(field))
  if (missing !== undefined)
    throw new SyncFailure(
      'unexpected',
      `${project}.${dataset}.${table} is not a standard or detailed billing export: it has no column ${missing}. Enter the dataset of the billing export.`,
      { action },
    )
  const { timePartitioning } = answer
  return {
    ...{ project, dataset, table },
    group: `${dataset}.${parseTableName(table)?.account ?? table}`,
    isDetailed: fields.has('resource'),
    location: answer.location,
    // A view has no such column, and neither has a table that is partitioned by a column of its own.
    loadedAt: timePartitioning && !timePartitioning.field ? '_PARTITIONTIME' : 'export_time',
  }
}

function datasetPath(project: string, dataset: string): string {
  return `/bigquery/v2/projects/${encodeURIComponent(project)}/datasets/${encodeURIComponent(dataset)}`
}
