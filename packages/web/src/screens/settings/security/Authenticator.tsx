import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { counted } from '@kept/ui/format/share.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmedAct } from '../../../account/factors/ConfirmPassword.tsx'
import { EnrolAuthenticator } from '../../../account/factors/EnrolAuthenticator.tsx'
import { RecoveryCodes } from '../../../account/factors/RecoveryCodes.tsx'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../SettingRow.tsx'

/** The second step: an authenticator, and the codes for the day it is lost. */
export function Authenticator({ on, codesLeft }: { on: boolean; codesLeft: number }) {
  const client = useQueryClient()
  const { act, dialog } = useConfirmedAct()
  const [enrolment, setEnrolment] = useState<{ secret: string; uri: string } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = () => client.invalidateQueries({ queryKey: api.auth.key() })
  const begin = () => act(async () => setEnrolment(await api.auth.enrolTotp.call({})))
  const turnOff = () =>
    act(async () => {
      await api.auth.disableTotp.call({})
      await renew()
      toasts.show({ title: 'The second step is off' })
    })
  const newCodes = () =>
    act(async () => {
      setCodes((await api.auth.renewRecoveryCodes.call({})).recovery_codes)
      await renew()
    })
  return (
    <Section title="Second step">
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      ) : enrolment ? (
        <EnrolAuthenticator
          enrolment={enrolment}
          onCancel={() => setEnrolment(null)}
          onEnrolled={(fresh) => {
            setEnrolment(null)
            setCodes(fresh)
            void renew()
          }}
        />
      ) : (
        <>
          <SettingRow
            title={
              <>
                Authenticator <Badge tone={on ? 'fact' : 'plain'}>{on ? 'on' : 'off'}</Badge>
              </>
            }
            words="Six digits from an app, asked for after the password. A stolen password is then not enough."
          >
            {on ? (
              <Button onClick={() => void turnOff()}>Turn it off</Button>
            ) : (
              <Button onClick={() => void begin()}>Set it up</Button>
            )}
          </SettingRow>
          {on && (
            <SettingRow
              title="Recovery codes"
              words={`${counted(codesLeft, 'code')} left. New ones take the place of all former ones.`}
            >
              <Button onClick={() => void newCodes()}>Make new ones</Button>
            </SettingRow>
          )}
        </>
      )}
      {dialog}
    </Section>
  )
}
