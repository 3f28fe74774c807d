import type { PersonPermissions as Permissions } from '@kept/contract/routes/users.ts'
import type { Permission } from '@kept/domain/permission.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Checkbox } from '@kept/ui/controls/Checkbox.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { roleWords } from '../../shell/role-words.ts'
import { grantsFor, rowsOf } from './grants.ts'

/** What a person may do: what the role brings, and what was given or taken beyond it. */
export function PersonPermissions({ id }: { id: string }) {
  const query = useQuery(api.users.permissions.queryOptions({ input: { id } }))
  return (
    <Loaded query={query} failed="The permissions could not be loaded.">
      {({ data }) => <Form key={JSON.stringify(data.effective)} id={id} permissions={data} />}
    </Loaded>
  )
}

function Form({ id, permissions }: { id: string; permissions: Permissions }) {
  const client = useQueryClient()
  const [wanted, setWanted] = useState<ReadonlySet<Permission>>(new Set(permissions.effective))
  const save = useMutation(
    api.users.grant.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.users.key() })
        toasts.show({ title: 'Permissions saved' })
      },
    }),
  )
  const grants = grantsFor(permissions, wanted)
  const changed = wanted.size !== permissions.effective.length || permissions.effective.some((one) => !wanted.has(one))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ id, ...grants })
      }}
    >
      <p className="mb-2 text-small text-soft">
        {roleWords[permissions.role]} brings what is marked "by role". Beyond it you can give what you have yourself.
      </p>
      <fieldset className="divide-y divide-rule">
        <legend className="sr-only">What this person may do</legend>
        {rowsOf(permissions).map(({ permission, byRole, open }) => (
          <div key={permission} className="flex items-center justify-between gap-3 py-1.5">
            <Checkbox
              checked={wanted.has(permission)}
              disabled={!open}
              onChange={(on) => {
                const next = new Set(wanted)
                if (on) next.add(permission)
                else next.delete(permission)
                setWanted(next)
              }}
            >
              {permission}
            </Checkbox>
            <span className="text-micro text-faint">
              {byRole ? (wanted.has(permission) ? 'by role' : 'by role, taken') : wanted.has(permission) ? 'given' : ''}
            </span>
          </div>
        ))}
      </fieldset>
      <Button type="submit" tone="primary" className="mt-4" disabled={!changed} busy={save.isPending}>
        Save
      </Button>
    </form>
  )
}
