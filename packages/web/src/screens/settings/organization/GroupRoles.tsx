import { Button } from '@kept/ui/controls/Button.tsx'
import { Input } from '@kept/ui/controls/Field.tsx'
import { Select } from '@kept/ui/controls/Select.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type RoleChoice, roleInput, useCustomRoles } from '../../../account/role-choice.ts'
import { api } from '../../../api/client.ts'
import { Loaded } from '../../../api/Loaded.tsx'
import { roleLabels } from '../../../shell/role-labels.ts'

const builtInRoles: { value: RoleChoice; label: string }[] = [
  { value: 'user', label: roleLabels.user },
  { value: 'billing_admin', label: roleLabels.billing_admin },
  { value: 'admin', label: roleLabels.admin },
]

/** Which role the members of a group at the identity provider get. */
export function GroupRoles({ id, mayChange }: { id: string; mayChange: boolean }) {
  const client = useQueryClient()
  const query = useQuery(api.singleSignOn.groupRoles.queryOptions({ input: { id } }))
  const customRoles = useCustomRoles()
  const change = useMutation(
    api.singleSignOn.setGroupRoles.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.singleSignOn.groupRoles.key() })
        toasts.show({ title: 'Roles of groups saved' })
      },
      onError: (error) => toasts.show({ title: 'Roles of groups were not saved', body: error.message }),
    }),
  )
  return (
    <section aria-label="Roles of groups" className="mt-6">
      <h3 className="text-body font-medium">Roles of groups</h3>
      <p className="mt-1 text-small text-soft">
        Members of a group at your identity provider get this role when they sign in with SAML, or at once with SCIM. Of
        several, the one with the most rights counts: admin, billing admin, custom roles by name, user.
      </p>
      <Loaded query={query} failed="Roles of groups could not be loaded.">
        {({ data }) => (
          <>
            <ul className="mt-3 divide-y divide-rule border-rule border-y empty:hidden">
              {data.map(({ group, role, custom_role_id }) => (
                <li key={group} className="flex flex-wrap items-center justify-between gap-3 py-2 text-body">
                  <span className="min-w-0 break-all">
                    {group}{' '}
                    <span className="text-soft">
                      → {customRoles.find((custom) => custom.id === custom_role_id)?.name ?? roleLabels[role]}
                    </span>
                  </span>
                  {mayChange && (
                    <Button
                      size="small"
                      isBusy={change.isPending}
                      aria-label={`Remove ${group}`}
                      onClick={() => change.mutate({ id, group_roles: data.filter((other) => other.group !== group) })}
                    >
                      Remove
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {mayChange && (
              <GroupRoleForm
                isBusy={change.isPending}
                onAdd={({ group, choice }) => {
                  const others = data.filter((other) => other.group !== group)
                  change.mutate({ id, group_roles: [...others, { group, ...roleInput(choice) }] })
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function GroupRoleForm({
  isBusy,
  onAdd,
}: {
  isBusy: boolean
  onAdd(added: { group: string; choice: RoleChoice }): void
}) {
  const [group, setGroup] = useState('')
  const [choice, setChoice] = useState<RoleChoice>('user')
  const customRoles = useCustomRoles()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (group.trim() === '') return
    onAdd({ group: group.trim(), choice })
    setGroup('')
  }
  return (
    <form onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-2">
      <div className="min-w-0 flex-1 basis-48 sm:max-w-xs">
        <Input
          label="Group"
          value={group}
          onChange={(event) => setGroup(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <div className="basis-36">
        <Select<RoleChoice>
          label="Role"
          value={choice}
          options={[...builtInRoles, ...customRoles.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={setChoice}
        />
      </div>
      <Button type="submit" isBusy={isBusy}>
        Add
      </Button>
    </form>
  )
}
