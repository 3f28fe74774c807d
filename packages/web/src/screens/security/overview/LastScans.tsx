import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { checkSeverities } from '@kept/domain/security-check.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { formatAgo } from '@kept/ui/format/moment.ts'
import { TextLink } from '../../../shell/TextLink.tsx'
import { type Column, DataTable } from '../../../table/DataTable.tsx'
import { severityClass } from '../CheckMarks.tsx'
import { SavingOfCloudScan } from '../scans/SavingsOfScan.tsx'
import { kindLabels, severityLabels, summaryOf } from '../scans/scan-labels.ts'

type LastScan = SecurityOverview['last_scans'][number]

/** How many checks fail in the last scan of each kind, by severity, and when it ran. */
export function LastScans({
  organization,
  last_scans,
  failing_checks,
}: Pick<SecurityOverview, 'last_scans' | 'failing_checks'> & { organization: string }) {
  const cloudScan = last_scans.find(({ kind }) => kind === 'cloud')?.scan
  return (
    <section aria-label="Failing checks of all scans" className="mt-8">
      <h2 className="mb-1 font-semibold text-lead">Failing checks of all scans</h2>
      <DataTable
        label="Failing checks of all scans"
        columns={columnsOf(last_scans.some(({ scan }) => scan) ? failing_checks : null)}
        rows={last_scans}
        rowId={({ kind }) => kind}
        minWidth="20rem"
      />
      {cloudScan && <SavingOfCloudScan organization={organization} scanId={cloudScan.id} />}
    </section>
  )
}

/** Without a scan there is no total: none is not zero. */
function columnsOf(total: SecurityOverview['failing_checks'] | null): Column<LastScan>[] {
  return [
    { id: 'kind', head: 'Scan', cell: (last) => <ScanCell {...last} />, foot: 'All kinds' },
    ...checkSeverities.map(
      (severity): Column<LastScan> => ({
        id: severity,
        head: severityLabels[severity],
        numeric: true,
        width: severity === 'low' || severity === 'high' ? '3.25rem' : '4rem',
        cell: ({ scan }) =>
          scan ? (
            <span className={severityClass(severity, scan.failing_checks[severity] > 0)}>
              {formatCount(scan.failing_checks[severity])}
            </span>
          ) : (
            '–'
          ),
        foot: total ? formatCount(total[severity]) : '–',
      }),
    ),
  ]
}

function ScanCell({ kind, scan }: LastScan) {
  return (
    <span className="block py-1">
      <TextLink
        quiet
        to="/security"
        search={{ tab: 'scans', ...(kind !== 'self' && { kind }) }}
        className="whitespace-normal font-medium"
      >
        {kindLabels[kind]}
      </TextLink>
      <span className="block whitespace-normal text-soft">
        {scan ? `${formatAgo(scan.completed_at, Date.now())}: ${summaryOf(scan)}` : 'Not scanned yet'}
      </span>
    </span>
  )
}
