import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { PasswordInput } from '@kept/ui/controls/PasswordInput.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useState } from 'react'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'

interface ProviderFormProps {
  organizationId: string
  provider: IdentityProvider | undefined
  onDone(): void
  onSaved(): Promise<unknown>
}

const newcomers = [
  { value: 'invited', label: 'Only who was invited' },
  { value: 'user', label: 'Anybody of these domains, as user' },
  { value: 'billing_admin', label: 'Anybody of these domains, as billing admin' },
] as const
type Newcomers = (typeof newcomers)[number]['value']

/** What an identity provider needs to be known by. Its secret is stored encrypted and never shown again. */
export function ProviderForm({ organizationId: id, provider, onDone, onSaved }: ProviderFormProps) {
  const first = newcomers.find(({ value }) => value === provider?.default_role)?.value ?? 'invited'
  const [role, setRole] = useState<Newcomers>(first)
  const { form, field, failure, busy } = useForm({
    fields: ['name', 'issuer', 'client_id', 'client_secret', 'domains'],
    check: ({ name, issuer, client_id, client_secret, domains }) => ({
      ...(name.trim() === '' && { name: 'Give it the name people know it by.' }),
      ...(!/^https?:\/\/\S+$/.test(issuer.trim()) && { issuer: 'It must look like https://login.example.com.' }),
      ...(client_id.trim() === '' && { client_id: 'It stands where Kept was registered with the provider.' }),
      ...(!provider && client_secret === '' && { client_secret: 'It stands beside the client id.' }),
      ...(listOf(domains).length === 0 && { domains: 'Name at least one, like example.com.' }),
    }),
    async send({ name, issuer, client_id, client_secret, domains }) {
      const default_role = role === 'invited' ? null : role
      const words = { name, issuer: issuer.trim(), client_id, domains: listOf(domains), default_role }
      if (provider) {
        const secret = client_secret === '' ? {} : { client_secret }
        await api.organizations.updateIdentityProvider.call({ id, provider_id: provider.id, ...words, ...secret })
      } else await api.organizations.addIdentityProvider.call({ id, ...words, client_secret, enabled: true })
      await onSaved()
      onDone()
      toasts.show({ title: `${name} saved` })
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
      <Input {...field('name')} label="Name" defaultValue={provider?.name} autoComplete="off" maxLength={80} />
      <Input
        {...field('issuer')}
        label="Issuer"
        hint="The address under which it publishes /.well-known/openid-configuration."
        type="url"
        defaultValue={provider?.issuer}
        autoComplete="off"
        spellCheck={false}
      />
      <Input
        {...field('client_id')}
        label="Client id"
        defaultValue={provider?.client_id}
        autoComplete="off"
        spellCheck={false}
      />
      <PasswordInput
        {...field('client_secret')}
        label="Client secret"
        hint={provider ? 'Leave it empty to keep the one that is stored.' : undefined}
        autoComplete="new-password"
      />
      <Input
        {...field('domains')}
        label="Domains of your addresses"
        hint="With commas between them: example.com, example.org"
        defaultValue={provider?.domains.join(', ')}
        autoComplete="off"
        spellCheck={false}
      />
      <Select<Newcomers> label="Who may come in through it" value={role} options={newcomers} onChange={setRole} />
      <div className="flex gap-2">
        <Button type="submit" tone="primary" busy={busy}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </form>
  )
}

function listOf(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
}
