import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { AuditTab } from './AuditTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import type { AuditView } from './security-view.ts'

const IncidentsTab = lazy(() => import('./incidents/IncidentsTab.tsx'))
const ScansTab = lazy(() => import('./scans/ScansTab.tsx'))
const ComplianceTab = lazy(() => import('./compliance/ComplianceTab.tsx'))
const PoliciesTab = lazy(() => import('./policies/PoliciesTab.tsx'))
const AccessTab = lazy(() => import('./AccessTab.tsx'))
const ApiKeys = lazy(() => import('../../api-keys/ApiKeys.tsx'))

export const tabNames = ['overview', 'scans', 'compliance', 'incidents', 'audit', 'policies', 'access', 'keys'] as const
export type TabName = (typeof tabNames)[number]

interface TabPanelProps {
  name: TabName
  organization: string
  mayChange: boolean
  view: AuditView
  onView(part: Partial<AuditView>): void
}

/** The content of a tab. All but the first two load when they are opened. */
export function TabPanel(props: TabPanelProps) {
  return <Suspense fallback={<SkeletonRows />}>{contentOf(props)}</Suspense>
}

function contentOf({ name, organization, mayChange, view, onView }: TabPanelProps): ReactNode {
  switch (name) {
    case 'overview':
      return <OverviewTab organization={organization} />
    case 'scans':
      return <ScansTab organization={organization} mayChange={mayChange} />
    case 'compliance':
      return <ComplianceTab organization={organization} mayChange={mayChange} />
    case 'incidents':
      return <IncidentsTab organization={organization} mayChange={mayChange} />
    case 'audit':
      return <AuditTab organization={organization} mayChange={mayChange} view={view} onChange={onView} />
    case 'policies':
      return <PoliciesTab organization={organization} mayChange={mayChange} />
    case 'access':
      return <AccessTab organization={organization} />
    case 'keys':
      return <ApiKeys />
  }
}
