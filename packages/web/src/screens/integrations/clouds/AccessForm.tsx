import type { CloudKind } from '@kept/domain/connection-kind.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'
import { accessInput, missingFields } from './access-input.ts'
import type { AccessField, SignIn } from './sign-in.ts'

const azureClouds = [
  { value: 'public', label: 'Azure' },
  { value: 'us_government', label: 'Azure US Government' },
  { value: 'china', label: 'Azure China' },
] as const
type AzureCloud = (typeof azureClouds)[number]['value']

interface AccessFormProps {
  id: string
  kind: CloudKind
  signIn: SignIn
}

/** The credentials of a connection. They are tried before they are stored, and never shown again. */
export function AccessForm({ id, kind, signIn }: AccessFormProps) {
  const client = useQueryClient()
  const [cloud, setCloud] = useState<AzureCloud>('public')
  const { fields } = signIn
  const names = fields.map(({ name }) => name)
  const inputOf = (values: Record<AccessField, string>) => ({
    ...accessInput(signIn, values),
    ...(kind === 'azure' && { cloud }),
  })
  const { form, field, failure, isBusy } = useForm<AccessField>({
    ...checkBy({
      fields: names,
      schema: () => import('@kept/domain/cloud-access.ts').then(({ cloudAccessSchemas }) => cloudAccessSchemas[kind]),
      input: inputOf,
      rules: (values) => missingFields(fields, values),
    }),
    async send(values) {
      await api.sync.setAccess.call({ id, ...inputOf(values) })
      await api.sync.run.call({ id })
      await client.invalidateQueries({ queryKey: api.sync.key() })
    },
    explain: explainFor<AccessField>(Object.fromEntries(names.map((name) => [name, name]))),
  })
  return (
    <form {...form} className="max-w-md space-y-4">
      <FormFailure sentence={failure} />
      {fields.map(({ name, label, hint, placeholder, isSecret, isFile }) => {
        if (isSecret)
          return <PasswordInput key={name} {...field(name)} label={label} hint={hint} autoComplete="new-password" />
        const shared = { label, hint, placeholder, autoComplete: 'off', spellCheck: false }
        return isFile ? (
          <TextArea key={name} {...field(name)} {...shared} className="font-mono text-small" />
        ) : (
          <Input key={name} {...field(name)} {...shared} />
        )
      })}
      {kind === 'azure' && <Select<AzureCloud> label="Cloud" value={cloud} options={azureClouds} onChange={setCloud} />}
      <Button type="submit" tone="primary" isBusy={isBusy}>
        Check and sync
      </Button>
    </form>
  )
}
