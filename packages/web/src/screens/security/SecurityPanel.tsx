import { lazy, Suspense } from 'react'
import { useSearchState } from '../../url/useSearchState.ts'
import { AuditPanel } from './AuditPanel.tsx'
import { requestedFramework } from './compliance/compliance-labels.ts'
import type { AuditView } from './security-view.ts'

const IncidentPanel = lazy(() => import('./incidents/IncidentPanel.tsx'))
const RequirementPanel = lazy(() => import('./compliance/RequirementPanel.tsx'))
const ResultPanel = lazy(() => import('./scans/ResultPanel.tsx'))

interface SecurityPanelProps {
  tab: string
  organization: string
  view: AuditView
  onView(part: Partial<AuditView>): void
  mayChange: boolean
}

/** What is open beside the tab: an event, an incident, a result or a requirement. It stands in the address. */
export function SecurityPanel({ tab, organization, view, onView, mayChange }: SecurityPanelProps) {
  const [{ incident, requirement, framework, scan, check }, setSearch] = useSearchState()
  if (tab === 'audit' && view.event)
    return (
      <AuditPanel
        key={view.event}
        organization={organization}
        id={view.event}
        onClose={() => onView({ event: '', page: view.page })}
      />
    )
  if (tab === 'incidents' && incident)
    return (
      <Suspense fallback={null}>
        <IncidentPanel
          key={incident}
          organization={organization}
          id={incident}
          mayChange={mayChange}
          onClose={() => setSearch({ incident: '' })}
        />
      </Suspense>
    )
  if (tab === 'compliance' && requirement)
    return (
      <Suspense fallback={null}>
        <RequirementPanel
          key={requirement}
          organization={organization}
          framework={requestedFramework(framework)}
          id={requirement}
          mayChange={mayChange}
          onClose={() => setSearch({ requirement: '' })}
        />
      </Suspense>
    )
  if (tab === 'scans' && scan && check)
    return (
      <Suspense fallback={null}>
        <ResultPanel
          key={check}
          organization={organization}
          scanId={scan}
          checkId={check}
          mayChange={mayChange}
          onClose={() => setSearch({ check: '' })}
        />
      </Suspense>
    )
  return null
}
