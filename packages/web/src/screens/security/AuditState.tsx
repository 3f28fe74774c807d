import type { SecurityOverview as Overview } from '@kept/contract/routes/security.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { useMe } from '../../shell/useMe.ts'
import { summarizeStreams } from './streams/stream-labels.ts'

const AuditStreams = lazy(() => import('./streams/AuditStreams.tsx'))

/** How long the log is, what is signed of it, and a verification of all of it. */
export function AuditState({ organization, mayChange }: { organization: string; mayChange: boolean }) {
  const [areStreamsOpen, setStreamsOpen] = useState(false)
  const query = useQuery(api.security.overview.queryOptions({ input: { organization } }))
  return (
    <Loaded query={query} failed="The state of the audit log could not be loaded." loading={<SkeletonRows rows={2} />}>
      {({ data: { audit_log } }) => (
        <section aria-label="State of the audit log" className="grid gap-x-8 gap-y-6 sm:grid-cols-3">
          <Verification organization={organization} log={audit_log} />
          <Figure label="Denied in 7 days" value={formatCount(audit_log.denied_last_week)}>
            {counted(audit_log.events_last_day, 'event')} in the last 24 hours
          </Figure>
          <Streams organization={organization} isOpen={areStreamsOpen} onOpen={setStreamsOpen} />
          {areStreamsOpen && (
            <div className="sm:col-span-3">
              <Suspense fallback={<SkeletonRows rows={2} />}>
                <AuditStreams organization={organization} mayChange={mayChange} />
              </Suspense>
            </div>
          )}
        </section>
      )}
    </Loaded>
  )
}

interface StreamsProps {
  organization: string
  isOpen: boolean
  onOpen(next: boolean): void
}

function Streams({ organization, isOpen, onOpen }: StreamsProps) {
  const query = useQuery(api.auditStreams.list.queryOptions({ input: { organization } }))
  const streams = query.data?.data
  return (
    <Figure label="Streams" value={streams ? summarizeStreams(streams) : '–'}>
      <span className="block">Send each event to a SIEM: syslog, a webhook or an S3 bucket.</span>
      <span className="mt-2 block">
        <Button size="small" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {isOpen ? 'Hide streams' : 'Manage streams'}
        </Button>
      </span>
    </Figure>
  )
}

function Verification({ organization, log }: { organization: string; log: Overview['audit_log'] }) {
  const input = { organization }
  const proof = useQuery({ ...api.security.verifyAuditLogs.queryOptions({ input }), enabled: false })
  const result = proof.data?.data
  const isDemo = useMe().data?.organization.demo ?? false
  return (
    <Figure label="Audit log" value={counted(log.events, 'event')}>
      <span className="block">
        {log.last_checkpoint_at === null
          ? isDemo
            ? 'The demo is reset regularly, so its log is not signed.'
            : 'The first signed checkpoint follows within 15 minutes.'
          : `Signed checkpoint at entry ${formatCount(log.last_checkpoint_seq)}, ${formatMoment(log.last_checkpoint_at)}.`}
      </span>
      <span className="mt-2 block">
        <Button size="small" isBusy={proof.isFetching} onClick={() => void proof.refetch()}>
          Verify
        </Button>
      </span>
      {result && (
        <span className="mt-3 block">
          <Notice
            tone={result.intact ? 'plain' : 'leak'}
            title={result.intact ? `Verified (${counted(result.events, 'entry', 'entries')})` : 'The log was changed'}
          >
            {result.intact
              ? `Every hash was recalculated, and ${counted(result.checkpoints, 'signed checkpoint')} matched.`
              : `${result.failure_reason} Restore a backup, or compare with an earlier export.`}
          </Notice>
        </span>
      )}
      {proof.isError && <span className="mt-2 block text-leak">The log could not be verified. Try again.</span>}
    </Figure>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="border-rule border-t pt-3">
      <h2 className="text-small text-soft">{label}</h2>
      <p className="figure font-semibold text-lead">{value}</p>
      <div className="mt-1 text-small text-soft">{children}</div>
    </div>
  )
}
