import { Button } from '@kept/ui/controls/Button.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { formatMoment } from '@kept/ui/format/moment.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NewPassword } from '../../../account/NewPassword.tsx'
import { mistakeInPassword } from '../../../account/password-advice.ts'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'
import { useAuth } from '../../../session/AuthProvider.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'

interface PasswordProps {
  has: boolean
  accounts: readonly { provider: string; linked_at: string }[]
}

/** The password, and the other services that vouch for this person. */
export function Password({ has, accounts }: PasswordProps) {
  const [open, setOpen] = useState(false)
  return (
    <Section title="Password" className="mt-2">
      <SettingRow
        title={has ? 'You sign in with a password' : 'You have no password'}
        description={
          has
            ? 'Changing it signs you out on other devices.'
            : 'You sign in through another service. You can add a password.'
        }
      >
        {!open && <Button onClick={() => setOpen(true)}>{has ? 'Change' : 'Add password'}</Button>}
      </SettingRow>
      {open && <ChangePassword has={has} onDone={() => setOpen(false)} />}
      {accounts.map(({ provider, linked_at: linkedAt }) => (
        <SettingRow key={provider} title={nameOf(provider)} description={`Linked ${formatMoment(linkedAt)}.`} />
      ))}
    </Section>
  )
}

function ChangePassword({ has, onDone }: { has: boolean; onDone(): void }) {
  const client = useQueryClient()
  const { state } = useAuth()
  const personalTerms = state.status === 'signed_in' ? [state.session.user.email, state.session.user.full_name] : []
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['current_password', 'password'],
      schema: () => import('@kept/contract/inputs/auth.ts').then(({ changePasswordInput }) => changePasswordInput),
      input: ({ current_password, password }) => ({
        current_password: current_password || undefined,
        new_password: password,
      }),
      names: { new_password: 'password' },
      rules: ({ current_password, password }) => ({
        ...(has && current_password === '' && { current_password: 'Enter your current password.' }),
        ...mistakeInPassword(password),
      }),
    }),
    async send({ current_password, password }) {
      await api.auth.changePassword.call({ current_password: current_password || undefined, new_password: password })
      onDone()
      toasts.show({ title: 'Password changed', body: 'Your other sessions were signed out.' })
      await client.invalidateQueries({ queryKey: api.auth.key() })
    },
    explain: explainFor({ current_password: 'current_password', new_password: 'password', password: 'password' }),
  })
  return (
    <form {...form} className="max-w-sm space-y-4 border-rule border-b py-4">
      <FormFailure sentence={failure} />
      {/* So that a password manager knows whose password it changes. */}
      <input type="text" name="username" autoComplete="username" value={personalTerms[0] ?? ''} readOnly hidden />
      {has && (
        <PasswordInput
          {...field('current_password')}
          label="Current password"
          autoComplete="current-password"
          autoFocus
        />
      )}
      <NewPassword {...field('password')} label="New password" personalTerms={personalTerms} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Change password
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

function nameOf(provider: string): string {
  return { google: 'Google', github: 'GitHub' }[provider] ?? 'Single sign-on'
}
