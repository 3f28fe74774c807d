import { AskFirst } from '@kept/ui/controls/AskFirst.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { formatAgo, formatMoment } from '@kept/ui/format/day.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useConfirmedAct } from '../../../account/factors/ConfirmPassword.tsx'
import { addPasskey, canUsePasskeys } from '../../../account/passkeys.ts'
import { api } from '../../../api/client.ts'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../SettingRow.tsx'

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
          words={`Added ${formatMoment(created_at)}, ${last_used_at ? `last used ${formatAgo(last_used_at, Date.now())}` : 'not used yet'}.`}
        >
          <AskFirst
            label="Remove"
            of={name}
            title={`Remove the passkey "${name}"?`}
            words="That device no longer signs you in. To have it back you make a new passkey on it."
            act="Remove the passkey"
            onAct={() => void remove(id, name)}
          />
        </SettingRow>
      ))}
      {naming ? (
        <form onSubmit={add} className="flex max-w-md flex-wrap items-end gap-2 py-3">
          <div className="min-w-48 flex-1">
            <Input
              name="name"
              label="Name of this passkey"
              defaultValue="This device"
              maxLength={100}
              autoFocus
              autoComplete="off"
            />
          </div>
          <Button type="submit" tone="primary">
            Make it
          </Button>
          <Button onClick={() => setNaming(false)}>Cancel</Button>
        </form>
      ) : (
        <SettingRow
          title={passkeys.length === 0 ? 'No passkey yet' : 'Another device'}
          words={
            canUsePasskeys()
              ? 'Sign in with your finger, your face or the lock of your screen, without a password.'
              : 'This browser offers no passkeys here.'
          }
        >
          {canUsePasskeys() && <Button onClick={() => setNaming(true)}>Add a passkey</Button>}
        </SettingRow>
      )}
      {dialog}
    </Section>
  )
}
