import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { Input, TextArea } from '@kept/ui/controls/Field.tsx'
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

interface SamlProviderFormProps {
  organizationId: string
  provider: IdentityProvider | undefined
  onDone(): void
  onSaved(): Promise<unknown>
}

const fields = ['name', 'metadata_url', 'metadata', 'domains', 'email', 'full_name', 'groups'] as const
type FieldName = (typeof fields)[number]

/** A SAML provider, from its metadata. The two addresses it needs are shown once it is saved. */
export function SamlProviderForm({ organizationId: id, provider, onDone, onSaved }: SamlProviderFormProps) {
  const [role, setRole] = useState<Newcomers>(newcomersOf(provider))
  const customRoles = useCustomRoles()
  const [allowsIdpInitiated, setAllowsIdpInitiated] = useState(provider?.saml?.allow_idp_initiated ?? false)
  const toInput = ({ name, metadata, metadata_url, domains, email, full_name, groups }: Values<FieldName>) => ({
    name,
    ...(metadata.trim() !== '' && { metadata }),
    ...(metadata_url.trim() !== '' && { metadata_url: metadata_url.trim() }),
    domains: listOf(domains),
    ...newcomerInput(role),
    attributes: { email, name: full_name, groups },
    allow_idp_initiated: allowsIdpInitiated,
  })
  const { form, field, failure, isBusy } = useForm({
    ...checkBy({
      fields,
      schema: () =>
        import('@kept/contract/inputs/organizations.ts').then(({ addSamlProviderInput, updateSamlProviderInput }) =>
          provider ? updateSamlProviderInput : addSamlProviderInput,
        ),
      input: (values) => ({ id, ...(provider && { provider_id: provider.id }), ...toInput(values) }),
      missing: {
        name: 'Enter a name.',
        metadata: 'Enter the metadata URL, or paste the metadata.',
        domains: 'Enter at least one domain, such as example.com.',
      },
      invalid: { metadata_url: 'Enter a URL such as https://login.example.com/metadata.' },
    }),
    async send(values) {
      const input = toInput(values)
      if (provider) await api.singleSignOn.updateSaml.call({ id, provider_id: provider.id, ...input })
      else await api.singleSignOn.addSaml.call({ id, ...input, enabled: true })
      await onSaved()
      onDone()
      toasts.show({ title: `${values.name} saved` })
    },
    explain: explainFor({ name: 'name', metadata: 'metadata', metadata_url: 'metadata_url', domains: 'domains' }),
  })
  const plain = { autoComplete: 'off', spellCheck: false } as const
  const current = provider?.saml
  return (
    <form {...form} className="mt-4 max-w-md space-y-4">
      <FormFailure sentence={failure} />
      <Input {...field('name')} label="Name" defaultValue={provider?.name} autoComplete="off" />
      <Input
        {...field('metadata_url')}
        label="Metadata URL"
        hint={current ? 'Kept reads it again when you save. Leave empty to keep the current metadata.' : undefined}
        type="url"
        defaultValue={current?.metadata_url}
        {...plain}
      />
      <TextArea {...field('metadata')} label="Or the metadata itself (XML)" rows={4} {...plain} />
      <Input
        {...field('domains')}
        label="Email domains"
        hint="Separate with commas: example.com, example.org"
        defaultValue={provider?.domains.join(', ')}
        {...plain}
      />
      <Select<Newcomers>
        label="Who can sign in"
        value={role}
        options={newcomerOptions(customRoles)}
        onChange={setRole}
      />
      <Input
        {...field('email')}
        label="Attribute with the email address"
        hint="Leave empty if the NameID is the email address."
        defaultValue={current?.attributes.email}
        {...plain}
      />
      <Input
        {...field('full_name')}
        label="Attribute with the name"
        defaultValue={current?.attributes.name}
        {...plain}
      />
      <Input
        {...field('groups')}
        label="Attribute with the groups"
        hint="Needed only for roles of groups."
        defaultValue={current?.attributes.groups}
        {...plain}
      />
      <Checkbox checked={allowsIdpInitiated} onChange={setAllowsIdpInitiated}>
        Allow sign-ins that start at the provider
      </Checkbox>
      <div className="flex gap-2">
        <Button type="submit" tone="primary" isBusy={isBusy}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}
