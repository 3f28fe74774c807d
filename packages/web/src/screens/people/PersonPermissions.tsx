import type { PersonPermissions as Permissions } from '@kept/contract/routes/users/rights.ts'
import type { Permission } from '@kept/domain/permission.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { roleLabel } from '../../shell/role-labels.ts'
import { grantsFor, rowsOf } from './grants.ts'

/** What a person may do: what the role brings, and what was given or taken beyond it. */
export function PersonPermissions({ id }: { id: string }) {
  const query = useQuery(api.users.permissions.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} failed="Permissions could not be loaded.">
      {({ data }) => <Form key={JSON.stringify(data.effective)} id={id} permissions={data} />}
    </Loaded>
  )
}

function Form({ id, permissions }: { id: string; permissions: Permissions }) {
  const client = useQueryClient()
  const [selected, setSelected] = useState<ReadonlySet<Permission>>(new Set(permissions.effective))
  const save = useMutation(
    api.users.grant.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.users.key() })
        toasts.show({ title: 'Permissions saved' })
      },
    }),
  )
  const grants = grantsFor(permissions, selected)
  const changed =
    selected.size !== permissions.effective.length ||
    permissions.effective.some((permission) => !selected.has(permission))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ id, ...grants })
      }}
    >
      <p className="mb-2 text-small text-soft">
        {roleLabel(permissions)} grants the permissions marked "by role". You can add permissions that you have
        yourself.
      </p>
      <fieldset className="divide-y divide-rule">
        <legend className="sr-only">Permissions</legend>
        {rowsOf(permissions).map(({ permission, byRole, open }) => (
          <div key={permission} className="flex items-center justify-between gap-3 py-1.5">
            <Checkbox
              checked={selected.has(permission)}
              disabled={!open}
              onChange={(checked) => {
                const next = new Set(selected)
                if (checked) next.add(permission)
                else next.delete(permission)
                setSelected(next)
              }}
            >
              {permission}
            </Checkbox>
            <span className="text-micro text-faint">
              {byRole
                ? selected.has(permission)
                  ? 'by role'
                  : 'by role, removed'
                : selected.has(permission)
                  ? 'added'
                  : ''}
            </span>
          </div>
        ))}
      </fieldset>
      <Button type="submit" tone="primary" className="mt-4" disabled={!changed} isBusy={save.isPending}>
        Save
      </Button>
    </form>
  )
}
