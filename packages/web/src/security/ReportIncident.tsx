import { Button } from '@kept/ui/controls/Button.tsx'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useMe } from '../shell/useMe.ts'
import type { IncidentDraft } from './OpenIncident.tsx'

const OpenIncident = lazy(() => import('./OpenIncident.tsx'))

interface ReportIncidentProps {
  /** What it is about, with its source, which is attached. */
  draft: IncidentDraft
  size?: ComponentProps<typeof Button>['size']
}

/** Opens a security incident about what a screen shows, for those who may. The demo has none. */
export function ReportIncident({ draft, size }: ReportIncidentProps) {
  const me = useMe().data
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  if (!me?.permissions.includes('security:write') || me.organization.demo) return null
  return (
    <>
      <Button {...(size && { size })} onClick={() => setOpening(true)}>
        Open an incident
      </Button>
      {isOpening && (
        <Suspense fallback={null}>
          <OpenIncident
            organization={me.organization.id}
            open
            onOpenChange={setOpening}
            onOpened={(incident) => void navigate({ to: '/security', search: { tab: 'incidents', incident } })}
            draft={draft}
          />
        </Suspense>
      )}
    </>
  )
}
