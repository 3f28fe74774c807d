import { Badge } from '@kept/ui/controls/Badge.tsx'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { FormFailure } from '@kept/ui/form/FormFailure.tsx'
import { useForm } from '@kept/ui/form/useForm.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { explainFor } from '../../../account/refusal.ts'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { Section } from '../../../shell/Page.tsx'
import { SettingRow } from '../SettingRow.tsx'
import { IdentityProviders } from './IdentityProviders.tsx'

/** The organization: its name, what it requires of its admins, who vouches for its people. */
export default function Organization({ id }: { id: string }) {
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
            ? 'Organization admins now need a second step'
            : 'The second step is each admin’s own choice',
        })
      },
    }),
  )
  return (
    <Loaded query={query} failed="The organisation could not be loaded.">
      {({ data }) => (
        <>
          <Section title="Organisation" className="mt-2">
            <NameForm key={data.name} id={id} name={data.name} onSaved={renew} />
            <SettingRow
              title="Short name"
              words="Signing in with the identity provider of the organisation asks for it."
            >
              <span className="font-mono text-small">{data.slug}</span>
            </SettingRow>
            <SettingRow
              title={
                <>
                  Second step for organization admins{' '}
                  <Badge tone={data.require_second_factor ? 'fact' : 'plain'}>
                    {data.require_second_factor ? 'required' : 'not required'}
                  </Badge>
                </>
              }
              words="Those without one are asked to set it up before anything else opens. You too."
            >
              <Button
                busy={require.isPending}
                onClick={() => require.mutate({ id, require_second_factor: !data.require_second_factor })}
              >
                {data.require_second_factor ? 'Do not require it' : 'Require it'}
              </Button>
            </SettingRow>
          </Section>
          <IdentityProviders id={id} />
        </>
      )}
    </Loaded>
  )
}

function NameForm({ id, name, onSaved }: { id: string; name: string; onSaved(): Promise<unknown> }) {
  const { form, field, failure, busy } = useForm({
    fields: ['name'],
    check: ({ name: next }): { name?: string } => (next.trim() === '' ? { name: 'Give it a name.' } : {}),
    async send({ name: next }) {
      await api.organizations.update.call({ id, name: next })
      await onSaved()
      toasts.show({ title: 'Organisation renamed' })
    },
    explain: explainFor({ name: 'name' }),
  })
  return (
    <form {...form} className="space-y-2 border-rule border-b pb-4">
      <FormFailure sentence={failure} />
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-sm">
          <Input {...field('name')} label="Name" defaultValue={name} maxLength={120} autoComplete="organization" />
        </div>
        <Button type="submit" busy={busy}>
          Rename
        </Button>
      </div>
    </form>
  )
}
