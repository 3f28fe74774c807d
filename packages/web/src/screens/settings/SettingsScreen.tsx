import { mayRunOrganization } from '@kept/domain/permission.ts'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { Tabs } from '@kept/ui/controls/Tabs.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Appearance } from './Appearance.tsx'
import { NotificationPreferences } from './NotificationPreferences.tsx'

const Security = lazy(() => import('./security/Security.tsx'))
const Organization = lazy(() => import('./organization/Organization.tsx'))
const EmailPreferences = lazy(() => import('./EmailPreferences.tsx'))
const ApiKeys = lazy(() => import('../../api-keys/ApiKeys.tsx'))

type TabName = 'security' | 'appearance' | 'notifications' | 'organization' | 'api-keys'

/** What a person sets for themselves, and an administrator for the organization. The tab stands in the address. */
export function SettingsScreen() {
  const [search, setSearch] = useSearchState()
  const me = useMe().data
  const may = (permission: 'organization:write' | 'api_keys:write' | 'security:write') =>
    me?.permissions.includes(permission) ?? false
  const tabs: { name: TabName; label: string; panel: ReactNode }[] = [
    { name: 'appearance', label: 'Appearance', panel: <Appearance /> },
    { name: 'security', label: 'Security', panel: <Security demo={me?.organization.demo ?? false} /> },
    { name: 'notifications', label: 'Notifications', panel: <News /> },
  ]
  if (me && may('organization:write')) {
    tabs.push({
      name: 'organization',
      label: 'Organization',
      panel: (
        <Organization
          id={me.organization.id}
          mayChangePolicies={may('security:write')}
          mayChangeSignIn={mayRunOrganization(me.user.role, me.permissions)}
        />
      ),
    })
  }
  if (may('api_keys:write')) tabs.push({ name: 'api-keys', label: 'API keys', panel: <ApiKeys /> })
  const value = tabs.find(({ name }) => name === search.tab)?.name ?? 'appearance'
  return (
    <Page title="Settings">
      <div className="mt-4 max-w-3xl">
        {/* Which tabs there are depends on who is asking: none is drawn before that is known. */}
        {!me && <SkeletonRows />}
        {me && (
          <Tabs
            label="Settings"
            value={value}
            onChange={(tab) => setSearch({ tab: tab === 'appearance' ? '' : tab })}
            tabs={tabs.map((tab) => ({ ...tab, panel: <Suspense fallback={<SkeletonRows />}>{tab.panel}</Suspense> }))}
          />
        )}
      </div>
    </Page>
  )
}

/** What the bell rings for, and what one is written to about. */
function News() {
  return (
    <>
      <NotificationPreferences />
      <EmailPreferences />
    </>
  )
}
