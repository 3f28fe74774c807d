import { Button } from '@kept/ui/controls/Button.tsx'
import { useState } from 'react'
import { useConfirmedAct } from '../account/factors/ConfirmPassword.tsx'
import { EnrollAuthenticator } from '../account/factors/EnrollAuthenticator.tsx'
import { RecoveryCodes } from '../account/factors/RecoveryCodes.tsx'
import { api } from '../api/client.ts'
import { session } from '../session/current.ts'
import { BarePage } from './BarePage.tsx'

/** The organization requires two-factor authentication: nothing opens before it is set up. */
export default function SecondFactorRequired() {
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { act, dialog } = useConfirmedAct()
  return (
    <BarePage
      title="Two-factor authentication required"
      description="Your organization requires it. Set up an authenticator app to continue."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => void session.check()} />
      ) : enrolment ? (
        <EnrollAuthenticator enrolment={enrolment} onEnrolled={setCodes} />
      ) : (
        <Button tone="primary" onClick={() => void act(async () => setEnrolment(await api.auth.enrollTotp.call({})))}>
          Set up authenticator
        </Button>
      )}
      {dialog}
    </BarePage>
  )
}
