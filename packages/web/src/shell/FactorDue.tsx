import { Button } from '@kept/ui/controls/Button.tsx'
import { useState } from 'react'
import { useConfirmedAct } from '../account/factors/ConfirmPassword.tsx'
import { EnrolAuthenticator } from '../account/factors/EnrolAuthenticator.tsx'
import { RecoveryCodes } from '../account/factors/RecoveryCodes.tsx'
import { api } from '../api/client.ts'
import { session } from '../session/current.ts'
import { BarePage } from './BarePage.tsx'

/** The organization requires two-factor authentication for its admins: nothing opens before it is set up. */
export default function FactorDue() {
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { act, dialog } = useConfirmedAct()
  return (
    <BarePage
      title="A second step is required"
      words="Your organization requires one for its admins. Set up an authenticator once; after that you need it when you sign in."
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => void session.check()} />
      ) : enrolment ? (
        <EnrolAuthenticator enrolment={enrolment} onEnrolled={setCodes} />
      ) : (
        <Button tone="primary" onClick={() => void act(async () => setEnrolment(await api.auth.enrolTotp.call({})))}>
          Set up an authenticator
        </Button>
      )}
      {dialog}
    </BarePage>
  )
}
