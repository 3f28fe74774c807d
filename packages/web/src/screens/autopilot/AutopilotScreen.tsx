import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import { api } from '../../api/client.ts'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { KillSwitch } from './KillSwitch.tsx'
import { PoliciesTab } from './PoliciesTab.tsx'

const RunsTab = lazy(() => import('./RunsTab.tsx'))
const ApprovalsTab = lazy(() => import('./ApprovalsTab.tsx'))
const PermissionsTab = lazy(() => import('./PermissionsTab.tsx'))

type TabName = 'policies' | 'runs' | 'approvals' | 'permissions'

/** What Kept may change by itself, what it did, and what waits for a person. The tab stands in the address. */
export function AutopilotScreen() {
  const permissions = useMe().data?.permissions ?? []
  const [search, setSearch] = useSearchState()
  const mayConfigure = permissions.includes('organization:write')
  const mayAct = permissions.includes('recommendations:act')
  const approvals = useQuery(api.approvals.list.queryOptions({ input: {} }))
  const waiting = approvals.data?.data.filter(({ state }) => state === 'waiting').length ?? 0
  const tabs: { name: TabName; label: string; panel: ReactNode }[] = [
    { name: 'policies', label: 'Policies', panel: <PoliciesTab mayConfigure={mayConfigure} /> },
    { name: 'runs', label: 'Runs', panel: <RunsTab selected={search.run} /> },
    {
      name: 'approvals',
      label: waiting > 0 ? `Approvals (${waiting})` : 'Approvals',
      panel: <ApprovalsTab linked={search.approval} signature={search.signature} />,
    },
    { name: 'permissions', label: 'Permissions', panel: <PermissionsTab /> },
  ]
  const tab = tabs.find(({ name }) => name === search.tab)?.name ?? 'policies'
  return (
    <Page
      title="Autopilot"
      description="Recommendations that Kept carries out by itself, within limits that you set."
      actions={<KillSwitch mayStop={mayAct} mayResume={mayConfigure} />}
    >
      <div className="mt-4">
        <Tabs<TabName>
          label="Autopilot"
          value={tab}
          onChange={(next) => setSearch({ tab: next === 'policies' ? '' : next, run: '', approval: '', signature: '' })}
          tabs={tabs.map((entry) => ({
            ...entry,
            panel: <Suspense fallback={<SkeletonRows />}>{entry.panel}</Suspense>,
          }))}
        />
      </div>
    </Page>
  )
}
