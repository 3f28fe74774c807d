/** How audit streams are shown. */
import type { AuditStream } from '@kept/contract/routes/audit-streams.ts'
import type { AuditStreamKind } from '@kept/domain/audit-stream-kinds.ts'
import { counted } from '@kept/foundation/format/number.ts'

export const streamLabels: Record<AuditStreamKind, string> = {
  syslog: 'Syslog over TLS',
  webhook: 'Webhook',
  s3: 'S3 bucket',
}

type State = Pick<AuditStream, 'enabled' | 'pending' | 'failure_reason'>

/** One sentence about how far a stream is. */
export function describeStream({ enabled, pending, failure_reason }: State): string {
  const waiting = pending === 0 ? 'Everything is delivered.' : `${counted(pending, 'event')} to deliver.`
  if (!enabled) return `Off. ${waiting}`
  return failure_reason === '' ? waiting : `${failure_reason} ${waiting}`
}

/** The figure above all streams: "2 active", "1 failing". */
export function summarizeStreams(streams: readonly State[]): string {
  if (streams.length === 0) return 'None'
  const failing = streams.filter(({ enabled, failure_reason }) => enabled && failure_reason !== '').length
  return failing > 0 ? `${failing} failing` : `${streams.filter(({ enabled }) => enabled).length} active`
}
