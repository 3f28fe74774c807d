import { counted } from '@kept/foundation/format/number.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmedAct } from '../../../account/factors/ConfirmPassword.tsx'
import { EnrollAuthenticator } from '../../../account/factors/EnrollAuthenticator.tsx'
import { RecoveryCodes } from '../../../account/factors/RecoveryCodes.tsx'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'

/** The second step: an authenticator, and the codes for the day it is lost. */
export function Authenticator({ isEnabled, codesLeft }: { isEnabled: boolean; codesLeft: number }) {
  const client = useQueryClient()
  const { act, dialog } = useConfirmedAct()
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = () => client.invalidateQueries({ queryKey: api.auth.key() })
  const startEnrollment = () => act(async () => setEnrolment(await api.auth.enrollTotp.call({})))
  const turnOff = () =>
    act(async () => {
      await api.auth.disableTotp.call({})
      await renew()
      toasts.show({ title: 'Two-factor authentication is off' })
    })
  const newCodes = () =>
    act(async () => {
      setCodes((await api.auth.renewRecoveryCodes.call({})).recovery_codes)
      await renew()
    })
  return (
    <Section title="Two-factor authentication">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : enrolment ? (
        <EnrollAuthenticator
          enrolment={enrolment}
          onCancel={() => setEnrolment(null)}
          onEnrolled={(newCodes) => {
            setEnrolment(null)
            setCodes(newCodes)
            void renew()
          }}
        />
      ) : (
        <>
          <SettingRow
            title={
              <>
                Authenticator <Badge tone={isEnabled ? 'fact' : 'plain'}>{isEnabled ? 'on' : 'off'}</Badge>
              </>
            }
            description="A six-digit code from an app, in addition to your password."
          >
            {isEnabled ? (
              <Button onClick={() => void turnOff()}>Turn off</Button>
            ) : (
              <Button onClick={() => void startEnrollment()}>Set up</Button>
            )}
          </SettingRow>
          {isEnabled && (
            <SettingRow
              title="Recovery codes"
              description={`${counted(codesLeft, 'code')} left. New codes replace the old ones.`}
            >
              <Button onClick={() => void newCodes()}>Create new codes</Button>
            </SettingRow>
          )}
        </>
      )}
      {dialog}
    </Section>
  )
}
