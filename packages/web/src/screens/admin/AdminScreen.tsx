import { Segmented } from '@kept/ui/controls/Segmented.tsx'
import { lazy, Suspense } from 'react'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { Analytics } from './Analytics.tsx'
import { Backups } from './Backups.tsx'
import { CommissionSettings } from './CommissionSettings.tsx'
import { Customer } from './Customer.tsx'
import { Customers } from './Customers.tsx'
import { Dependencies } from './Dependencies.tsx'
import { Health } from './Health.tsx'
import { OrganizationOverview } from './OrganizationOverview.tsx'
import { adminViewLabels, adminViews } from './views.ts'

const AdminBilling = lazy(() => import('./billing/AdminBilling.tsx'))

/** The organization of an admin; for the operator of the installation also its health, customers and commission. */
export function AdminScreen() {
  const [search, setSearch] = useSearchState()
  const permissions = useMe().data?.permissions ?? []
  const isOperator = permissions.includes('commission:operate')
  const open = isOperator ? adminViews : (['overview'] as const)
  const view = open.find((name) => name === search.tab) ?? 'overview'
  return (
    <Page
      title={isOperator ? 'Admin Console' : 'Organization'}
      description={
        isOperator ? adminViewLabels[view].description : 'Users, API keys, alerts and fees of your organization.'
      }
      actions={
        isOperator && (
          <Segmented
            label="View"
            value={view}
            options={open.map((value) => ({ value, label: adminViewLabels[value].label }))}
            onChange={(tab) => setSearch({ tab: tab === 'overview' ? '' : tab, customer: '', page: '' })}
          />
        )
      }
    >
      {view === 'overview' && (
        <>
          <OrganizationOverview />
          {permissions.includes('operator:read') && (
            <>
              <Health />
              <Backups />
              <Dependencies />
            </>
          )}
        </>
      )}
      {view === 'customers' && (search.customer ? <Customer id={search.customer} /> : <Customers />)}
      {view === 'commission' && <CommissionSettings />}
      {view === 'billing' && (
        <Suspense>
          <AdminBilling />
        </Suspense>
      )}
      {view === 'analytics' && <Analytics />}
    </Page>
  )
}
