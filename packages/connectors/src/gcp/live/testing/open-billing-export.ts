/** For tests: a billing export of a small Google Cloud, opened as a connection does. */
import type { LiveDeps } from '@kept/domain/sync/live-fetch.ts'
import type { CostReport, LiveCloud } from '@kept/domain/sync/port.ts'
import { depsOf, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import type { GcpAccess } from '../access.ts'
import { limitReached } from '../billing/query-cost.ts'
import { readBillingExport } from '../billing/source.ts'
import { openGcpCloud } from '../cloud.ts'
import { openSession } from '../session.ts'
import { createSmallBigQuery, detailedFields, standardFields } from './small-bigquery.ts'
import type { SmallBigQuery, SmallBill } from './small-bigquery-shape.ts'
import { detailedTable, standardTable } from './small-bills.ts'
import { answerGoogle, createSmallGoogle, type SmallGoogle, serviceAccountKey } from './small-google.ts'

export const exportName = 'shop-billing.billing'
const plentyNanos = 25e9
/** What Kept accepts of an answer. */
const maxAnswerBytes = 4 * 1024 * 1024

export const standard = (...rows: SmallBill[]) => ({ [standardTable]: { fields: standardFields, rows } })
export const detailed = (...rows: SmallBill[]) => ({ [detailedTable]: { fields: detailedFields, rows } })

export interface OpenedExport {
  cloud: LiveCloud
  bigQuery: SmallBigQuery
  requests: SmallRequest[]
  /** What months have cost, in nano-dollars. */
  spentNanos(): number
  list(since?: string, leftNanos?: number): Promise<CostReport[]>
  /** The pages of a path, with what is left of the limit. */
  read(path: string, leftNanos?: number): Promise<string[]>
  /** Those of a month, by the path that it is listed with. */
  readMonth(month: string): Promise<string[]>
}

export function openExport(
  datasets: SmallBigQuery['datasets'],
  options: Partial<SmallBigQuery> & Pick<SmallGoogle, 'fault'> & { billingExport?: string } = {},
): OpenedExport {
  const requests: SmallRequest[] = []
  const bigQuery = createSmallBigQuery({ datasets, ...options })
  const google = createSmallGoogle({ bigQuery, ...(options.fault && { fault: options.fault }) })
  const { billingExport = exportName } = options
  const access: GcpAccess = { key: serviceAccountKey, projects: [], billing_export: billingExport }
  const answer = answerGoogle(google)
  const deps = sizeLimited(
    depsOf((request) => {
      requests.push(request)
      return answer(request)
    }),
  )
  const cloud = openGcpCloud(access, deps)
  let spent = 0
  const read = async (path: string, leftNanos = plentyNanos) => {
    const pages: string[] = []
    const spend = async (nanos: number) => {
      if (spent + nanos > leftNanos) throw limitReached()
      spent += nanos
    }
    const request = { path, owner: 'connection', spend }
    for await (const page of readBillingExport(openSession(access, deps), billingExport, request)) pages.push(page)
    return pages
  }
  const list = async (since?: string, leftNanos = plentyNanos) =>
    (await cloud.costReports?.list({ since, leftNanos })) ?? []
  return {
    ...{ cloud, bigQuery, requests, list, read },
    spentNanos: () => spent,
    async readMonth(month) {
      const report = (await list()).find((candidate) => candidate.month === month)
      return read(report?.path ?? '')
    },
  }
}

/** As the fetch of the server, which ends an answer that is larger. */
function sizeLimited(deps: LiveDeps): LiveDeps {
  return {
    ...deps,
    async fetch(url, request) {
      const answer = await deps.fetch(url, request)
      return {
        ...answer,
        async bytes() {
          const bytes = await answer.bytes()
          if (bytes.length <= maxAnswerBytes) return bytes
          const cause = Object.assign(new Error('Response content exceeded max size'), {
            code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
          })
          throw new TypeError('terminated', { cause })
        },
      }
    },
  }
}
