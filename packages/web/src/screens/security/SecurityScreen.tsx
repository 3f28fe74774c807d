import { useState } from 'react'
import { Page } from '../../shell/Page.tsx'
import { useMe } from '../../shell/useMe.ts'
import { useSearchState } from '../../url/useSearchState.ts'
import { AuditExport } from './AuditExport.tsx'
import { AuditLog } from './AuditLog.tsx'
import { AuditPanel } from './AuditPanel.tsx'
import { SecurityOverview } from './SecurityOverview.tsx'
import { type AuditView, readAuditView, writeAuditView } from './security-view.ts'

/** What is at risk, and the audit log: who did what, with a proof that no entry was changed. */
export function SecurityScreen() {
  const organization = useMe().data?.organization.id
  const [search, setSearch] = useSearchState()
  const view = readAuditView(search)
  const change = (part: Partial<AuditView>) => setSearch(writeAuditView({ ...view, page: 1, ...part }))
  const [isTailing, setTailing] = useState(true)
  return (
    <Page
      title="Security"
      description="Sign-ins, changes and refusals in this organization, in a log that cannot be edited unnoticed."
      actions={organization && <AuditExport organization={organization} view={view} />}
      sidePanel={
        organization &&
        view.event && (
          <AuditPanel
            key={view.event}
            organization={organization}
            id={view.event}
            onClose={() => change({ event: '', page: view.page })}
          />
        )
      }
    >
      {organization && (
        <>
          <SecurityOverview organization={organization} />
          <AuditLog
            organization={organization}
            view={view}
            onChange={change}
            isTailing={isTailing}
            onTailing={setTailing}
          />
        </>
      )}
    </Page>
  )
}
