/** For tests: BigQuery with billing exports, by the documented shapes of its REST API v2. It runs the queries of Kept only. */
import type { SmallAnswer, SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { answerDryRun, answerJob, answerPage, startJob } from './small-bigquery-jobs.ts'
import { notFound, refused, type SmallBigQuery, type SmallTable } from './small-bigquery-shape.ts'

export const standardFields = [
  ...['billing_account_id', 'service', 'sku', 'usage_start_time', 'usage_end_time', 'project', 'labels', 'location'],
  ...['export_time', 'cost', 'currency', 'usage', 'credits', 'invoice', 'cost_type', 'adjustment_info'],
]
export const detailedFields = [...standardFields, 'resource', 'price']

export function createSmallBigQuery(options: Partial<SmallBigQuery> = {}): SmallBigQuery {
  return {
    location: 'EU',
    datasets: {},
    isDenied: () => false,
    polls: 0,
    pageRows: 1000,
    scannedBytes: 0,
    jobs: new Map(),
    ...options,
  }
}

/** `path` begins with "/bigquery/bigquery/v2/projects/": the name of the service, and then the path at its host. */
export function answerBigQuery(bigQuery: SmallBigQuery, path: string, request: SmallRequest): SmallAnswer {
  const [project = '', kind = '', name = '', , table] = path.split('/').slice(5).map(decodeURIComponent)
  if (kind === 'queries' && name === '') return answerDryRun(bigQuery, project, JSON.parse(request.body))
  if (kind === 'queries') return answerPage(bigQuery, project, name, request.url.searchParams)
  if (kind === 'jobs' && name === '') return startJob(bigQuery, project, JSON.parse(request.body))
  if (kind === 'jobs') return answerJob(bigQuery, project, name, request.url.searchParams)
  if (kind === 'datasets' && name === '') return listDatasets(bigQuery, project)
  const dataset = `${project}.${name}`
  const tables = bigQuery.datasets[dataset]
  const permission = table === undefined ? 'bigquery.tables.list' : 'bigquery.tables.get'
  if (bigQuery.isDenied(permission, dataset))
    return refused(
      'accessDenied',
      `Access Denied: Dataset ${project}:${name}: Permission ${permission} denied on dataset ${project}:${name} (or it may not exist).`,
    )
  if (tables === undefined) return notFound(`Dataset ${project}:${name}`)
  return table === undefined
    ? listTables(tables, { projectId: project, datasetId: name }, request.url.searchParams)
    : describeTable(bigQuery, tables[table], `${project}:${name}.${table}`)
}

function listDatasets({ datasets }: SmallBigQuery, project: string): SmallAnswer {
  const references = Object.keys(datasets)
    .filter((key) => key.startsWith(`${project}.`))
    .map((key) => ({ datasetReference: { projectId: project, datasetId: key.slice(project.length + 1) } }))
  return { body: { kind: 'bigquery#datasetList', ...(references.length > 0 && { datasets: references }) } }
}

/** Two to a page. */
function listTables(tables: Record<string, SmallTable>, reference: object, query: URLSearchParams): SmallAnswer {
  const names = Object.keys(tables)
  const start = Number(query.get('pageToken') ?? 0)
  const listed = names.slice(start, start + 2).map((tableId) => ({
    tableReference: { ...reference, tableId },
    type: tables[tableId]?.isView ? 'VIEW' : 'TABLE',
  }))
  return {
    body: {
      kind: 'bigquery#tableList',
      ...(listed.length > 0 && { tables: listed }),
      ...(start + 2 < names.length && { nextPageToken: String(start + 2) }),
      totalItems: names.length,
    },
  }
}

function describeTable({ location }: SmallBigQuery, table: SmallTable | undefined, name: string): SmallAnswer {
  if (table === undefined) return notFound(`Table ${name}`)
  return {
    body: {
      kind: 'bigquery#table',
      location,
      type: table.isView ? 'VIEW' : 'TABLE',
      schema: { fields: table.fields.map((field) => ({ name: field, type: 'STRING', mode: 'NULLABLE' })) },
      // A table that is partitioned by the time of its load names no field.
      ...(!table.isView && { timePartitioning: { type: 'DAY' } }),
    },
  }
}
