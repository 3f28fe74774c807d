import type { SecurityScanResult } from '@kept/contract/routes/security-scans.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { SidePanel } from '@kept/ui/controls/SidePanel.tsx'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { ReportIncident } from '../../../security/ReportIncident.tsx'
import { SavingNotice, SubjectSavings } from './AlsoSaves.tsx'
import { incidentOfResult } from './incident-of-result.ts'
import { resultLabels, severityLabels } from './scan-labels.ts'

interface ResultPanelProps {
  organization: string
  scanId: string
  checkId: string
  mayChange: boolean
  onClose(): void
}

/** What one check of a scan found: the resources, users or keys that fail. */
export default function ResultPanel({ organization, scanId, checkId, mayChange, onClose }: ResultPanelProps) {
  const query = useQuery(api.securityScans.get.queryOptions({ input: { organization, id: scanId } }))
  const result = query.data?.data.results.find(({ check_id }) => check_id === checkId)
  return (
    <SidePanel
      open
      onClose={onClose}
      title={result?.title ?? 'Check'}
      kicker={result && `${resultLabels[result.status]}, ${severityLabels[result.severity]}`}
    >
      <Loaded query={query} failed="This result could not be loaded.">
        {({ data: { id, kind } }) =>
          result ? (
            <Result result={result}>
              {mayChange && result.status === 'fail' && (
                <ReportIncident draft={incidentOfResult(result, { id, kind })} />
              )}
            </Result>
          ) : (
            <p className="text-body text-soft">This scan has no such check.</p>
          )
        }
      </Loaded>
    </SidePanel>
  )
}

/** What was found, and what can be done; `children` is a second thing to do. */
function Result({ result, children }: { result: SecurityScanResult; children: ReactNode }) {
  const { detail, subjects, failing_count, href } = result
  const isFailing = result.status === 'fail'
  const navigate = useNavigate()
  const left = failing_count - subjects.length
  return (
    <>
      <p className="text-body">{detail}</p>
      <SavingNotice {...result} />
      {subjects.length > 0 && (
        <ul className="mt-4 text-small">
          {subjects.map(({ id, name, provider, recommendations }) => (
            <li key={`${provider} ${id}`} className="break-words border-rule border-b py-1.5">
              {name}
              {name !== id && provider !== '' && <span className="block text-soft">{id}</span>}
              <SubjectSavings recommendations={recommendations} />
            </li>
          ))}
        </ul>
      )}
      {subjects.length > 0 && left > 0 && <p className="mt-2 text-small text-soft">{formatCount(left)} more.</p>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button tone={isFailing ? 'primary' : 'plain'} onClick={() => void navigate({ href })}>
          {isFailing ? 'Fix it' : 'Open the screen'}
        </Button>
        {children}
      </div>
    </>
  )
}
