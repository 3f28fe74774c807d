import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm, type Values } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useState } from 'react'
import { explainFor } from '../../../account/refusal.ts'
import { useCustomRoles } from '../../../account/role-choice.ts'
import { api } from '../../../api/client.ts'
import { checkBy } from '../../../form/check-by.ts'
import { listOf, type Newcomers, newcomerInput, newcomerOptions, newcomersOf } from './newcomers.ts'

interface ProviderFormProps {
  organizationId: string
  provider: IdentityProvider | undefined
  onDone(): void
  onSaved(): Promise<unknown>
}

const fields = ['name', 'issuer', 'client_id', 'client_secret', 'domains'] as const
type FieldName = (typeof fields)[number]

/** What an identity provider needs to be known by. Its secret is stored encrypted and never shown again. */
export function ProviderForm({ organizationId: id, provider, onDone, onSaved }: ProviderFormProps) {
  const [role, setRole] = useState<Newcomers>(newcomersOf(provider))
  const customRoles = useCustomRoles()
  const toInput = ({ name, issuer, client_id, client_secret, domains }: Values<FieldName>) => ({
    name,
    issuer: issuer.trim(),
    client_id,
    client_secret,
    domains: listOf(domains),
    ...newcomerInput(role),
  })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields,
      schema: () =>
        import('@kept/contract/inputs/organizations.ts').then(
          ({ addIdentityProviderInput, updateIdentityProviderInput }) =>
            provider ? updateIdentityProviderInput : addIdentityProviderInput,
        ),
      // Left empty, the stored secret stays.
      input: (values) => ({
        ...toInput(values),
        ...(provider && values.client_secret === '' && { client_secret: undefined }),
      }),
      missing: {
        name: 'Enter a name.',
        client_id: 'Enter the client ID from your identity provider.',
        client_secret: 'Enter the client secret from your identity provider.',
        domains: 'Enter at least one domain, such as example.com.',
      },
      invalid: { issuer: 'Enter a URL such as https://login.example.com.' },
    }),
    async send(values) {
      const { client_secret, ...input } = toInput(values)
      if (provider) {
        const secret = client_secret === '' ? {} : { client_secret }
        await api.organizations.updateIdentityProvider.call({ id, provider_id: provider.id, ...input, ...secret })
      } else await api.organizations.addIdentityProvider.call({ id, ...input, client_secret, enabled: true })
      await onSaved()
      onDone()
      toasts.show({ title: `${values.name} saved` })
    },
    explain: explainFor({
      name: 'name',
      issuer: 'issuer',
      client_id: 'client_id',
      client_secret: 'client_secret',
      'domains.0': 'domains',
      domains: 'domains',
    }),
  })
  return (
    <form {...form} className="mt-4 max-w-md space-y-4">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Name" defaultValue={provider?.name} autoComplete="off" />
      <Input
        {...field('issuer')}
        label="Issuer"
        hint="The URL that serves /.well-known/openid-configuration."
        type="url"
        defaultValue={provider?.issuer}
        autoComplete="off"
        spellCheck={false}
      />
      <Input
        {...field('client_id')}
        label="Client ID"
        defaultValue={provider?.client_id}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        {...field('client_secret')}
        label="Client secret"
        hint={provider ? 'Leave empty to keep the current secret.' : undefined}
        autoComplete="new-password"
      />
      <Input
        {...field('domains')}
        label="Email domains"
        hint="Separate with commas: example.com, example.org"
        defaultValue={provider?.domains.join(', ')}
        autoComplete="off"
        spellCheck={false}
      />
      <Select<Newcomers>
        label="Who can sign in"
        value={role}
        options={newcomerOptions(customRoles)}
        onChange={setRole}
      />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
