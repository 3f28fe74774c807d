import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { AuditExport } from './AuditExport.tsx'
import { RunScans } from './overview/RunScans.tsx'
import { SecurityPanel } from './SecurityPanel.tsx'
import { type AuditView, noFilters, readAuditView, writeAuditView } from './security-view.ts'
import { TabLabel } from './TabLabel.tsx'
import { type TabName, TabPanel, tabNames } from './TabPanel.tsx'

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
  const names = tabNames.filter((name) => name !== 'keys' || me?.permissions.includes('api_keys:write'))
  const tab = names.find((name) => name === search.tab) ?? 'overview'
  const selectTab = (next: TabName) =>
    setSearch({ ...writeAuditView({ ...noFilters, event: '' }), ...nothingOpen, tab: next === 'overview' ? '' : next })
  if (!organization)
    return (
      <Frame>
        <SkeletonRows />
      </Frame>
    )
  const shared = { organization, mayChange, view, onView: change }
  return (
    <Frame
      actions={
        <>
          {tab === 'audit' && <AuditExport organization={organization} view={view} />}
          {tab === 'overview' && mayChange && (
            <RunScans organization={organization} onStarted={() => selectTab('scans')} />
          )}
        </>
      }
      sidePanel={<SecurityPanel tab={tab} {...shared} />}
    >
      <Tabs<TabName>
        label="Security"
        value={tab}
        onChange={selectTab}
        tabs={names.map((name) => ({
          name,
          label: <TabLabel name={name} overview={overview} />,
          panel: <TabPanel name={name} {...shared} />,
        }))}
      />
    </Frame>
  )
}

/** What another tab leaves in the address. */
const nothingOpen = {
  ...{ incident: '', review: '', kind: '', scan: '' },
  ...{ framework: '', requirement: '', check: '' },
}

interface FrameProps {
  actions?: ReactNode
  sidePanel?: ReactNode
  children: ReactNode
}

function Frame({ children, ...rest }: FrameProps) {
  return (
    <Page title="Security" description="Sign-in, access, incidents and the audit log of this organization." {...rest}>
      <div className="mt-4">{children}</div>
    </Page>
  )
}
