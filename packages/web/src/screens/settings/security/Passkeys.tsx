import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useConfirmedAct } from '../../../account/factors/ConfirmPassword.tsx'
import { addPasskey, canUsePasskeys } from '../../../account/passkeys.ts'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'

interface PasskeysProps {
  passkeys: readonly { id: string; name: string; created_at: string; last_used_at: string | null }[]
}

/** Passkeys: a finger or a face instead of a password, bound to this site. */
export function Passkeys({ passkeys }: PasskeysProps) {
  const client = useQueryClient()
  const { act, dialog } = useConfirmedAct()
  const [naming, setNaming] = useState(false)
  const renew = () => client.invalidateQueries({ queryKey: api.auth.key() })
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim() || 'Passkey'
    void act(async () => {
      if (!(await addPasskey(name, undefined))) return
      setNaming(false)
      await renew()
      toasts.show({ title: `Passkey "${name}" added` })
    })
  }
  const remove = (id: string, name: string) =>
    act(async () => {
      await api.auth.removePasskey.call({ id })
      await renew()
      toasts.show({ title: `Passkey "${name}" removed` })
    })
  return (
    <Section title="Passkeys">
      {passkeys.map(({ id, name, created_at, last_used_at }) => (
        <SettingRow
          key={id}
          title={name}
          description={`Added ${formatMoment(created_at)}, ${last_used_at ? `last used ${formatAgo(last_used_at, Date.now())}` : 'not used yet'}.`}
        >
          <ConfirmButton
            label="Remove"
            subject={name}
            title={`Remove passkey "${name}"?`}
            description="This device can no longer sign you in with it. You can add a new passkey any time."
            act="Remove passkey"
            onAct={() => void remove(id, name)}
          />
        </SettingRow>
      ))}
      {naming ? (
        <form onSubmit={add} className="flex max-w-md flex-wrap items-end gap-2 py-3">
          <div className="min-w-48 flex-1">
            <Input
              name="name"
              label="Passkey name"
              defaultValue="This device"
              maxLength={100}
              autoFocus
              autoComplete="off"
            />
          </div>
          <Button type="submit" tone="primary">
            Add passkey
          </Button>
          <Button onClick={() => setNaming(false)}>Cancel</Button>
        </form>
      ) : (
        <SettingRow
          title={passkeys.length === 0 ? 'No passkeys yet' : 'Another device'}
          description={
            canUsePasskeys()
              ? 'Sign in with your fingerprint, face or screen lock instead of a password.'
              : 'This browser does not support passkeys.'
          }
        >
          {canUsePasskeys() && <Button onClick={() => setNaming(true)}>Add a passkey</Button>}
        </SettingRow>
      )}
      {dialog}
    </Section>
  )
}
