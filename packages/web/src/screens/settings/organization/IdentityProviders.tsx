import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'
import { Domains } from './Domains.tsx'
import { ProviderForm } from './ProviderForm.tsx'

/** Who vouches for the people of this organization (OpenID Connect). */
export function IdentityProviders({ id }: { id: string }) {
  const client = useQueryClient()
  const [editing, setEditing] = useState<IdentityProvider | 'new' | null>(null)
  const query = useQuery(api.organizations.identityProviders.queryOptions({ input: { id } }))
  const renew = () => client.invalidateQueries({ queryKey: api.organizations.key() })
  const change = useMutation(api.organizations.updateIdentityProvider.mutationOptions({ onSuccess: renew }))
  const remove = useMutation(
    api.organizations.removeIdentityProvider.mutationOptions({
      async onSuccess() {
        await renew()
        toasts.show({ title: 'Identity provider removed' })
      },
    }),
  )
  return (
    <Section
      title="Single sign-on"
      description="Okta, Entra ID, Google Workspace, Keycloak or any OpenID Connect provider. People of your domains sign in through it."
    >
      <Loaded query={query} failed="Identity providers could not be loaded.">
        {({ data }) => (
          <>
            {data.map((provider) => (
              <SettingRow
                key={provider.id}
                title={
                  <>
                    {provider.name}{' '}
                    <Badge tone={provider.enabled ? 'fact' : 'plain'}>{provider.enabled ? 'on' : 'off'}</Badge>
                  </>
                }
                description={
                  <>
                    <span className="block break-all font-mono text-micro">{provider.issuer}</span>
                    {provider.domains.join(', ')}
                  </>
                }
              >
                <Button
                  size="small"
                  isBusy={change.isPending}
                  onClick={() => change.mutate({ id, provider_id: provider.id, enabled: !provider.enabled })}
                >
                  {provider.enabled ? 'Turn off' : 'Turn on'}
                </Button>
                <Button size="small" onClick={() => setEditing(provider)}>
                  Edit
                </Button>
                <ConfirmButton
                  size="small"
                  label="Remove"
                  subject={provider.name}
                  title={`Remove "${provider.name}"?`}
                  description="People who use it must sign in another way, and its secret is deleted. Turn off instead to keep the settings."
                  act="Remove provider"
                  isBusy={remove.isPending}
                  onAct={() => remove.mutate({ id, provider_id: provider.id })}
                />
              </SettingRow>
            ))}
            {data.length > 0 && <Domains id={id} />}
            {editing === null && (
              <Button className="mt-3" onClick={() => setEditing('new')}>
                Add identity provider
              </Button>
            )}
            {editing !== null && (
              <ProviderForm
                key={editing === 'new' ? 'new' : editing.id}
                organizationId={id}
                provider={editing === 'new' ? undefined : editing}
                onDone={() => setEditing(null)}
                onSaved={renew}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}
