import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useOrganizationNameForm } from '../../../account/useOrganizationNameForm.ts'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../../../shell/SettingRow.tsx'
import { IdentityProviders } from './IdentityProviders.tsx'
import { OrganizationData } from './OrganizationData.tsx'
import { Provisioning } from './Provisioning.tsx'

interface OrganizationProps {
  id: string
  mayChangePolicies: boolean
  /** Identity providers, roles of groups, provisioning: for admins who can run the organization. */
  mayChangeSignIn: boolean
}

/** The organization: its name, what it requires of its admins, who vouches for its people. */
export default function Organization({ id, mayChangePolicies, mayChangeSignIn }: OrganizationProps) {
  const client = useQueryClient()
  const query = useQuery(api.organizations.get.queryOptions({ input: { id } }))
  const renew = () =>
    Promise.all([api.organizations, api.session].map((group) => client.invalidateQueries({ queryKey: group.key() })))
  const require = useMutation(
    api.organizations.update.mutationOptions({
      async onSuccess({ data }) {
        await renew()
        toasts.show({
          title: data.require_second_factor
            ? 'Two-factor authentication required for admins'
            : 'Two-factor authentication is optional for admins',
        })
      },
    }),
  )
  return (
    <Loaded query={query} failed="Organization could not be loaded.">
      {({ data }) => (
        <>
          <Section title="Organization" className="mt-2">
            <NameForm key={data.name} id={id} name={data.name} onSaved={renew} />
            <SettingRow title="Short name" description="Used to sign in with single sign-on.">
              <span className="font-mono text-small">{data.slug}</span>
            </SettingRow>
            <SettingRow
              title={
                <>
                  Two-factor authentication for admins{' '}
                  <Badge tone={data.require_second_factor ? 'fact' : 'plain'}>
                    {data.require_second_factor ? 'required' : 'not required'}
                  </Badge>
                </>
              }
              description="Admins without it must set it up before they continue."
            >
              {mayChangePolicies && (
                <Button
                  isBusy={require.isPending}
                  onClick={() => require.mutate({ id, require_second_factor: !data.require_second_factor })}
                >
                  {data.require_second_factor ? 'Make optional' : 'Require'}
                </Button>
              )}
            </SettingRow>
          </Section>
          <IdentityProviders id={id} mayChange={mayChangeSignIn} />
          <Provisioning id={id} mayCreate={mayChangeSignIn} />
          {!data.demo && <OrganizationData id={id} name={data.name} />}
        </>
      )}
    </Loaded>
  )
}

function NameForm({ id, name, onSaved }: { id: string; name: string; onSaved(): Promise<unknown> }) {
  const { form, field, failure, isBusy } = useOrganizationNameForm(async (next) => {
    await api.organizations.update.call({ id, name: next })
    await onSaved()
    toasts.show({ title: 'Organization renamed' })
  })
  return (
    <form {...form} className="space-y-2 border-rule border-b pb-4">
      <FormFailure sentence={failure} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-sm">
          <Input {...field('name')} label="Name" defaultValue={name} autoComplete="organization" />
        </div>
        <Button type="submit" isBusy={isBusy}>
          Rename
        </Button>
      </div>
    </form>
  )
}
