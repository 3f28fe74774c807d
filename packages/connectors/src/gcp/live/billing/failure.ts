/** Refusals of BigQuery that other APIs do not have, as one sentence with what to do. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { type GcpAccess, readerOf } from '../access.ts'
import { limitReached } from './query-cost.ts'

const missing = /^Not found: (Dataset|Table|Project) (\S+?)(?: was not found in location ([\w-]+))?\.?$/
const unreadable = /^Access Denied: (?:Table|View|Dataset) (\S+?): User does not have permission to query/
const namedPermission = /does not have (bigquery\.[A-Za-z.]+) permission|[Pp]ermission (bigquery\.[A-Za-z.]+) denied/

/** There is no such job, or its result was deleted. */
export class JobMissing extends SyncFailure {
  override readonly name = 'JobMissing'
}

/** There is a job with this ID: the request that began it was sent before. */
export class JobExists extends SyncFailure {
  override readonly name = 'JobExists'
}

/** Undefined for what all APIs of Google say alike. `action` is the permission of the request. */
export function bigQueryFailureOf(
  { message, reasons }: { message: string; reasons: readonly string[] },
  { action, access }: { action: string; access: GcpAccess },
): SyncFailure | undefined {
  if (reasons.includes('bytesBilledLimitExceeded')) return limitReached(action)
  if (reasons.includes('duplicate') && message.startsWith('Already Exists: Job '))
    return new JobExists('unexpected', 'A query of the billing export was begun before.', { action })
  if (reasons.includes('notFound') && message.startsWith('Not found: Job '))
    return new JobMissing('unexpected', 'BigQuery has no result of the query of the billing export anymore.', {
      action,
    })
  const [, kind, name, location] = missing.exec(message.split('\n', 1)[0] ?? '') ?? []
  if (reasons.includes('notFound') && kind !== undefined)
    return new SyncFailure(
      'not_enabled',
      `BigQuery has no ${kind.toLowerCase()} ${name}${location === undefined ? '' : ` in the location ${location}`}. Enter the dataset that the page "Billing export" of Google Cloud names.`,
      { action },
    )
  if (!reasons.includes('accessDenied')) return undefined
  const [, table] = unreadable.exec(message) ?? []
  if (table !== undefined)
    return new SyncFailure(
      'denied',
      `${readerOf(access)} may not read the rows of ${table}. Grant bigquery.tables.getData on its dataset; for a view, also on the dataset that it reads, or authorize the view there.`,
      { action: 'bigquery.tables.getData' },
    )
  const match = namedPermission.exec(message)
  const denied = match?.[1] ?? match?.[2] ?? action
  return new SyncFailure(
    'denied',
    `${readerOf(access)} may not use ${denied}. Grant it ${denied === 'bigquery.jobs.create' ? 'in the project that the queries belong to' : 'on the dataset of the billing export'}: the script does, with BILLING_EXPORT.`,
    { action: denied },
  )
}
