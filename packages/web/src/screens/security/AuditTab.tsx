import { useState } from 'react'
import { AuditLog } from './AuditLog.tsx'
import { AuditState } from './AuditState.tsx'
import type { AuditView } from './security-view.ts'

interface AuditTabProps {
  organization: string
  mayChange: boolean
  view: AuditView
  onChange(part: Partial<AuditView>): void
}

/** The state of the log with its verification, and its events. */
export function AuditTab({ organization, mayChange, view, onChange }: AuditTabProps) {
  const [isTailing, setTailing] = useState(true)
  return (
    <>
      <AuditState organization={organization} mayChange={mayChange} />
      <AuditLog
        organization={organization}
        view={view}
        onChange={onChange}
        isTailing={isTailing}
        onTailing={setTailing}
      />
    </>
  )
}
