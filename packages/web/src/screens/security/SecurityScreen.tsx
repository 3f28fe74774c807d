import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { AuditExport } from './AuditExport.tsx'
import { AuditTab } from './AuditTab.tsx'
import { CountedTab } from './CountedTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { SecurityPanel } from './SecurityPanel.tsx'
import { type AuditView, noFilters, readAuditView, writeAuditView } from './security-view.ts'

const IncidentsTab = lazy(() => import('./incidents/IncidentsTab.tsx'))
const ScansTab = lazy(() => import('./scans/ScansTab.tsx'))
const ComplianceTab = lazy(() => import('./compliance/ComplianceTab.tsx'))
const PoliciesTab = lazy(() => import('./policies/PoliciesTab.tsx'))
const AccessTab = lazy(() => import('./AccessTab.tsx'))
const ApiKeys = lazy(() => import('../../api-keys/ApiKeys.tsx'))

type TabName = 'overview' | 'scans' | 'compliance' | 'incidents' | 'audit' | 'policies' | 'access' | 'keys'

/** What is at risk, incidents, the audit log, and the rules of the organization. The tab stands in the address. */
export function SecurityScreen() {
  const me = useMe().data
  const organization = me?.organization.id
  const [search, setSearch] = useSearchState()
  const view = readAuditView(search)
  const change = (part: Partial<AuditView>) => setSearch(writeAuditView({ ...view, page: 1, ...part }))
  const mayChange = me?.permissions.includes('security:write') ?? false
  const overview = useQuery({
    ...api.security.overview.queryOptions({ input: { organization: organization ?? '' } }),
    enabled: organization !== undefined,
  }).data?.data
  const failing = overview?.last_scans.reduce((sum, { failed }) => sum + failed, 0)
  const tabs: { name: TabName; label: ReactNode; panel: ReactNode }[] = organization
    ? [
        { name: 'overview', label: 'Overview', panel: <OverviewTab organization={organization} /> },
        {
          name: 'scans',
          label: <CountedTab label="Scans" count={failing} noun="failing check" />,
          panel: <ScansTab organization={organization} mayChange={mayChange} />,
        },
        {
          name: 'compliance',
          label: 'Compliance',
          panel: <ComplianceTab organization={organization} />,
        },
        {
          name: 'incidents',
          label: <CountedTab label="Incidents" count={overview?.active_incidents} noun="active incident" />,
          panel: <IncidentsTab organization={organization} mayChange={mayChange} />,
        },
        {
          name: 'audit',
          label: 'Audit log',
          panel: <AuditTab organization={organization} mayChange={mayChange} view={view} onChange={change} />,
        },
        {
          name: 'policies',
          label: 'Policies',
          panel: <PoliciesTab organization={organization} mayChange={mayChange} />,
        },
        { name: 'access', label: 'Access', panel: <AccessTab organization={organization} /> },
      ]
    : []
  if (me?.permissions.includes('api_keys:write')) tabs.push({ name: 'keys', label: 'API keys', panel: <ApiKeys /> })
  const tab = tabs.find(({ name }) => name === search.tab)?.name ?? 'overview'
  const selectTab = (next: TabName) =>
    setSearch({
      ...writeAuditView({ ...noFilters, event: '' }),
      tab: next === 'overview' ? '' : next,
      incident: '',
      review: '',
      kind: '',
      scan: '',
      framework: '',
      requirement: '',
      check: '',
    })
  return (
    <Page
      title="Security"
      description="Sign-in, access, incidents and the audit log of this organization."
      actions={organization && tab === 'audit' && <AuditExport organization={organization} view={view} />}
      sidePanel={
        organization && (
          <SecurityPanel tab={tab} organization={organization} view={view} onView={change} mayChange={mayChange} />
        )
      }
    >
      <div className="mt-4">
        {organization ? (
          <Tabs<TabName>
            label="Security"
            value={tab}
            onChange={selectTab}
            tabs={tabs.map((entry) => ({
              ...entry,
              panel: <Suspense fallback={<SkeletonRows />}>{entry.panel}</Suspense>,
            }))}
          />
        ) : (
          <SkeletonRows />
        )}
      </div>
    </Page>
  )
}
