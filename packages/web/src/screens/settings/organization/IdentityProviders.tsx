import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'
import { Domains } from './Domains.tsx'
import { GroupRoles } from './GroupRoles.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import { SamlDetails } from './SamlDetails.tsx'
import { SamlProviderForm } from './SamlProviderForm.tsx'

/** Who vouches for the people of this organization (OpenID Connect, SAML). */
export function IdentityProviders({ id, mayChange }: { id: string; mayChange: boolean }) {
  const client = useQueryClient()
  const [editing, setEditing] = useState<IdentityProvider | 'oidc' | 'saml' | null>(null)
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
      description="Okta, Entra ID, Google Workspace, Keycloak or any OpenID Connect or SAML 2.0 provider. People of your domains sign in through it."
    >
      <Loaded query={query} failed="Identity providers could not be loaded.">
        {({ data }) => (
          <>
            {data.map((provider) => (
              <Fragment key={provider.id}>
                <SettingRow
                  title={
                    <>
                      {provider.name} <Badge tone="plain">{provider.saml ? 'SAML' : 'OpenID Connect'}</Badge>{' '}
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
                  {mayChange && (
                    <>
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
                        description="People who signed in with it are signed out and must sign in another way. Its secret is deleted. Turn it off instead to keep the settings."
                        act="Remove provider"
                        isBusy={remove.isPending}
                        onAct={() => remove.mutate({ id, provider_id: provider.id })}
                      />
                    </>
                  )}
                </SettingRow>
                {provider.saml && <SamlDetails saml={provider.saml} name={provider.name} />}
              </Fragment>
            ))}
            {data.length > 0 && <Domains id={id} />}
            {data.length > 0 && <GroupRoles id={id} mayChange={mayChange} />}
            {!mayChange && (
              <p className="mt-4 text-pretty text-small text-soft">
                Only an admin with access to users, settings and policies can change how users sign in and get their
                roles.
              </p>
            )}
            {mayChange && editing === null && (
              <div className="mt-4 flex flex-wrap gap-2">
                <Button onClick={() => setEditing('oidc')}>Add OpenID Connect provider</Button>
                <Button onClick={() => setEditing('saml')}>Add SAML provider</Button>
              </div>
            )}
            {editing !== null && (
              <ProviderEditor
                key={typeof editing === 'string' ? editing : editing.id}
                organizationId={id}
                editing={editing}
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

interface ProviderEditorProps {
  organizationId: string
  editing: IdentityProvider | 'oidc' | 'saml'
  onDone(): void
  onSaved(): Promise<unknown>
}

/** The form of a provider's protocol, for a new one or an existing one. */
function ProviderEditor({ editing, ...rest }: ProviderEditorProps) {
  const provider = typeof editing === 'string' ? undefined : editing
  return editing === 'saml' || provider?.saml ? (
    <SamlProviderForm provider={provider} {...rest} />
  ) : (
    <ProviderForm provider={provider} {...rest} />
  )
}
