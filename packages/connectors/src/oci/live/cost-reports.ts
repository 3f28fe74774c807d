/**
 * The cost reports that Oracle writes by itself, several a day, to a bucket of its own: each tenancy has one, named like
 * the tenancy, in its home region. FOCUS reports and those of Oracle's own format say the same costs.
 */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer } from '@kept/domain/sync/operations.ts'
import type { CostReport, CostReportKind, LivePermission } from '@kept/domain/sync/port.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import * as z from 'zod'
import type { OciSession } from './session.ts'

export const costReportsUnlock = 'Bills, once a day'

export const costReportsPermission: LivePermission = {
  action: 'read objects in tenancy usage-report',
  reason: "Reads the cost reports of the tenancy in Oracle's bucket.",
}
const { action } = costReportsPermission

/** Oracle's tenancy with the reports of all customers; docs.oracle.com, "Cost and Usage Reports", required policy. */
export const reportTenancy = 'ocid1.tenancy.oc1..aaaaaaaaned4fkpkisbwjlr56u7cj63lf3wffbilvqknstgtvzub7vhqkggq'

/** The namespace of Oracle's tenancy; the same for all customers. */
export const reportNamespace = 'bling'
const pageSize = 1000
/** Oracle keeps reports for a year, and writes some four of each kind a day, split at a million rows. */
const maxReports = 50_000

interface ReportFolder {
  kind: CostReportKind
  prefix: string
  /** With the year and the month, where the path has them. */
  path: RegExp
}

const folders: readonly ReportFolder[] = [
  { kind: 'focus', prefix: 'FOCUS Reports/', path: /^FOCUS Reports\/(\d{4})\/(\d{2})\/\d{2}\/[^/]+\.csv\.gz$/ },
  { kind: 'cost_csv', prefix: 'reports/cost-csv/', path: /^reports\/cost-csv\/[^/]+\.csv\.gz$/ },
]

const listSchema = z.object({
  objects: z.array(
    z.object({
      name: z.string(),
      size: z.int().nonnegative(),
      timeCreated: z.iso.datetime({ offset: true }),
      etag: z.string().min(1),
    }),
  ),
  nextStartWith: z.string().nullish(),
})
type ListedObject = z.output<typeof listSchema>['objects'][number]

/** "oci://<tenancy>@bling/", as Oracle's own tools write the address of a bucket. */
export function costReportsAddress({ tenancy }: { tenancy: string }): string {
  return `oci://${tenancy}@${reportNamespace}/`
}

/** All reports of the tenancy. Throws a `SyncFailure`, also when a page is missing: never a part of them. */
export async function listCostReports(session: OciSession): Promise<CostReport[]> {
  const reports: CostReport[] = []
  for (const folder of folders) {
    let start: string | undefined
    do {
      const page = await readPage(session, folder.prefix, { start, limit: pageSize })
      for (const object of page.objects) reports.push(...toReport(folder, object))
      if (reports.length > maxReports)
        throw new SyncFailure(
          'unexpected',
          `The tenancy has more than ${formatCount(maxReports)} cost reports, and Kept reads no part of a bill.`,
          { action },
        )
      const next = page.nextStartWith ?? undefined
      if (next !== undefined && next === start)
        throw new SyncFailure('unexpected', 'Oracle Cloud returned the same page of cost reports twice.', { action })
      start = next
    } while (start !== undefined)
  }
  return reports
}

/** One small request that needs the permission. */
export async function probeCostReports(session: OciSession): Promise<void> {
  await readPage(session, folders[0]?.prefix ?? '', { start: undefined, limit: 1 })
}

async function readPage(
  session: OciSession,
  prefix: string,
  { start, limit }: { start: string | undefined; limit: number },
) {
  const { tenancy, region } = session.access
  const query = [
    `prefix=${encodeURIComponent(prefix)}`,
    `fields=${encodeURIComponent('name,size,timeCreated,etag')}`,
    `limit=${limit}`,
    ...(start === undefined ? [] : [`start=${encodeURIComponent(start)}`]),
  ]
  const path = `/n/${reportNamespace}/b/${encodeURIComponent(tenancy)}/o?${query.join('&')}`
  const { body } = await session.list(action, { service: 'objectstorage', region, path })
  return parseAnswer(action, listSchema, body)
}

/** None for what is not a report, such as the mark of a folder. */
function toReport({ kind, path }: ReportFolder, { name, size, timeCreated, etag }: ListedObject): CostReport[] {
  const match = path.exec(name)
  if (match === null || size === 0) return []
  const writtenMs = Date.parse(timeCreated)
  const [, year, month] = match
  return [
    {
      path: name,
      bytes: size,
      version: etag,
      kind,
      writtenMs,
      month: year === undefined ? new Date(writtenMs).toISOString().slice(0, 7) : `${year}-${month}`,
    },
  ]
}
