import type { Role } from '@kept/domain/permission.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { roleWords } from '../shell/role-words.ts'
import { mistakeInEmail } from './email.ts'
import { explainFor } from './refusal.ts'

const roles: { value: Role; label: string; words: string }[] = [
  { value: 'user', label: roleWords.user, words: 'Sees figures and findings, brings in bills' },
  { value: 'billing_admin', label: roleWords.billing_admin, words: 'Sees figures and invoices, brings in bills' },
  { value: 'admin', label: roleWords.admin, words: 'Everything, people and rules included' },
]

interface InviteFormProps {
  onInvited(email: string): Promise<void> | void
  onCancel?(): void
}

/** Address, name and role of somebody to be invited. */
export function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const [role, setRole] = useState<Role>('user')
  const { form, field, failure, busy } = useForm({
    fields: ['email', 'full_name'],
    check: ({ email }) => mistakeInEmail(email),
    async send({ email, full_name }) {
      await api.users.invite.call({ email: email.trim(), full_name, role })
      await onInvited(email.trim())
    },
    explain: explainFor({ email: 'email', full_name: 'full_name' }),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      <Input
        {...field('email')}
        label="E-mail"
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Input
        {...field('full_name')}
        label="Name"
        hint="Optional; they can change it."
        autoComplete="off"
        maxLength={200}
      />
      <Select<Role> label="Role" value={role} options={roles} onChange={setRole} />
      <div className="flex justify-end gap-2">
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" tone="primary" busy={busy}>
          Send the invitation
        </Button>
      </div>
    </form>
  )
}
