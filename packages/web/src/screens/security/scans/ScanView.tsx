import type { SecurityScan, SecurityScanWithResults } from '@kept/contract/routes/security-scans.ts'
import { Notice } from '@kept/ui/controls/Notice.tsx'
import { ProgressBar } from '@kept/ui/controls/ProgressBar.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { ScanResults } from './ScanResults.tsx'
import { changeSummary, isActive, kindLabels, summaryOf } from './scan-labels.ts'

interface ScanViewProps {
  organization: string
  scan: SecurityScan
  history: readonly SecurityScan[]
  onSelect(id: string): void
  /** The check in the side panel. */
  openedCheck: string | undefined
  onOpenCheck(checkId: string): void
}

/** One scan: its progress while it runs, then its results and what changed. */
export function ScanView({ organization, scan, history, onSelect, openedCheck, onOpenCheck }: ScanViewProps) {
  const query = useQuery({
    ...api.securityScans.get.queryOptions({ input: { organization, id: scan.id } }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data.data) ? 1_500 : false),
  })
  return (
    <Loaded query={query} failed="This scan could not be loaded." loading={<SkeletonRows rows={8} />}>
      {({ data }) => (
        <section aria-label={`${kindLabels[data.kind]} scan`}>
          <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
            <Outcome scan={data} />
            {history.length > 1 && (
              <div className="w-64 max-w-full">
                <Select
                  label="Scan"
                  value={scan.id}
                  options={history.map(({ id, created_at, failed, status }) => ({
                    value: id,
                    label: `${formatMoment(created_at)}${status === 'completed' ? `, ${failed} fail` : ''}`,
                  }))}
                  onChange={onSelect}
                />
              </div>
            )}
          </div>
          {data.results.length > 0 && <ScanResults scan={data} opened={openedCheck} onOpen={onOpenCheck} />}
        </section>
      )}
    </Loaded>
  )
}

function Outcome({ scan }: { scan: SecurityScanWithResults }) {
  if (isActive(scan))
    return (
      <div className="w-80 max-w-full">
        <ProgressBar
          label="Checks evaluated"
          value={scan.checks_total === 0 ? null : scan.checks_done / scan.checks_total}
        />
        <p className="mt-1 text-small text-soft">
          {scan.checks_total === 0
            ? 'The scan starts in a moment.'
            : `${scan.checks_done} of ${scan.checks_total} checks.`}
        </p>
      </div>
    )
  if (scan.status === 'failed')
    return (
      <Notice tone="leak" title="The scan failed">
        {scan.failure_reason}
      </Notice>
    )
  const changes = scan.comparison && changeSummary(scan.comparison)
  return (
    <div>
      <p className="font-medium text-body">{summaryOf(scan)}</p>
      <p className="text-small text-soft">
        {formatMoment(scan.created_at)},{' '}
        {scan.trigger === 'schedule' ? 'daily scan' : `started by ${scan.requested_by}`}.{' '}
        {scan.comparison === null
          ? 'There is no earlier scan to compare with.'
          : `Since ${formatMoment(scan.comparison.previous_at)}: ${changes || 'nothing changed'}.`}
      </p>
    </div>
  )
}
