import { Button } from '@kept/ui/controls/Button.tsx'
import { useState } from 'react'
import { useConfirmedAct } from '../account/factors/ConfirmPassword.tsx'
import { EnrolAuthenticator } from '../account/factors/EnrolAuthenticator.tsx'
import { RecoveryCodes } from '../account/factors/RecoveryCodes.tsx'
import { api } from '../api/client.ts'
import { session } from '../session/current.ts'
import { BarePage } from './BarePage.tsx'

/** The organisation wants a second factor of its administrators: nothing opens before there is one. */
export default function FactorDue() {
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const { act, dialog } = useConfirmedAct()
  return (
    <BarePage
      title="A second step is required"
      words="Your organisation asks its administrators for one. Set up an authenticator once; after that you need it when you sign in."
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
