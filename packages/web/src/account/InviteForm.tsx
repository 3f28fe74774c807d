import type { Role } from '@kept/domain/permission.ts'
import { EmailInput } from '@kept/ui/controls/EmailInput.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormButtons } from '@kept/ui/form/FormButtons.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useState } from 'react'
import { api } from '../api/client.ts'
import { checkBy } from '../form/check-by.ts'
import { roleLabels } from '../shell/role-labels.ts'
import { emailSentences } from './email.ts'
import { explainFor } from './refusal.ts'
import { type RoleChoice, roleInput, useCustomRoles } from './role-choice.ts'

const builtInRoles: { value: Role; label: string; description: string }[] = [
  { value: 'user', label: roleLabels.user, description: 'Views costs and recommendations, uploads bills' },
  {
    value: 'billing_admin',
    label: roleLabels.billing_admin,
    description: 'Views costs and invoices, uploads bills',
  },
  { value: 'admin', label: roleLabels.admin, description: 'Full access, including users and settings' },
]

interface InviteFormProps {
  onInvited(email: string): Promise<void> | void
  onCancel?(): void
}

/** Email address, name and role of the person to invite. */
export function InviteForm({ onInvited, onCancel }: InviteFormProps) {
  const [role, setRole] = useState<RoleChoice>('user')
  const customRoles = useCustomRoles()
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields: ['email', 'full_name'],
      schema: () => import('@kept/contract/inputs/organizations.ts').then(({ newPersonInput }) => newPersonInput),
      input: ({ email, full_name }) => ({ email: email.trim(), full_name, ...roleInput(role) }),
      ...emailSentences,
    }),
    async send({ email, full_name }) {
      await api.users.invite.call({ email: email.trim(), full_name, ...roleInput(role) })
      await onInvited(email.trim())
    },
    explain: explainFor({ email: 'email', full_name: 'full_name' }),
  })
  return (
    <form {...form} className="space-y-4">
      <FormFailure sentence={failure} />
      <EmailInput {...field('email')} autoComplete="off" />
      <Input {...field('full_name')} label="Name" hint="Optional. They can change it." autoComplete="off" />
      <Select<RoleChoice>
        label="Role"
        value={role}
        options={[
          ...builtInRoles,
          ...customRoles.map(({ id, name, description }) => ({ value: id, label: name, description })),
        ]}
        onChange={setRole}
      />
      <FormButtons isBusy={isBusy} onCancel={onCancel}>
        Send invitation
      </FormButtons>
    </form>
  )
}
