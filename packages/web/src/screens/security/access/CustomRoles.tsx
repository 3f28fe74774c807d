import { sentenceOf } from '@kept/client/errors.ts'
import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { ConfirmButton } from '@kept/ui/controls/ConfirmButton.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { SettingRow } from '../../../shell/SettingRow.tsx'
import { CustomRoleDialog, type EditedRole } from './CustomRoleDialog.tsx'

type CustomRole = AccessControls['custom_roles'][number]

interface CustomRolesProps {
  organization: string
  roles: readonly CustomRole[]
  /** Of the list: it is saved only while no one else has changed it. */
  version: string
  mayChange: boolean
}

/** Roles that the organization named itself. The whole list is saved at once. */
export function CustomRoles({ organization, roles, version, mayChange }: CustomRolesProps) {
  const client = useQueryClient()
  const [editing, setEditing] = useState<EditedRole | null>(null)
  const save = useMutation(
    api.accessControls.update.mutationOptions({
      onSuccess: () => setEditing(null),
      // Also after a failure: someone else may have changed the roles.
      onSettled: () => client.invalidateQueries({ queryKey: api.accessControls.key() }),
    }),
  )
  const saved = roles.map(({ people: _, ...role }) => role)
  const saveRole = (role: EditedRole) => {
    const others = saved.filter(({ id }) => id !== role.id)
    save.mutate({ organization, custom_roles: [...others, role], custom_roles_version: version })
  }
  const remove = ({ id, name }: CustomRole) =>
    save.mutate(
      { organization, custom_roles: saved.filter((role) => role.id !== id), custom_roles_version: version },
      {
        onError: (error) => toasts.show({ tone: 'error', title: `"${name}" was not deleted`, body: sentenceOf(error) }),
      },
    )
  return (
    <>
      {roles.map((role) => (
        <SettingRow
          key={role.id}
          title={role.name}
          description={`${role.description ? `${role.description}. ` : ''}${counted(role.permissions.length, 'permission')}, ${counted(role.people, 'user')}.`}
        >
          {mayChange && (
            <>
              <Button size="small" onClick={() => setEditing(role)}>
                Edit<span className="sr-only"> {role.name}</span>
              </Button>
              <ConfirmButton
                size="small"
                label="Delete"
                subject={role.name}
                title={`Delete the role "${role.name}"?`}
                description="Possible once no user has it."
                act="Delete role"
                isBusy={save.isPending}
                onAct={() => remove(role)}
              />
            </>
          )}
        </SettingRow>
      ))}
      {roles.length === 0 && (
        <p className="text-small text-soft">A custom role is a set of permissions that you give a name.</p>
      )}
      {mayChange && (
        <Button className="mt-3" onClick={() => setEditing({ name: '', description: '', permissions: [] })}>
          Create role
        </Button>
      )}
      {editing && (
        <CustomRoleDialog
          key={editing.id ?? 'new'}
          role={editing}
          isBusy={save.isPending}
          failure={save.error ? sentenceOf(save.error) : null}
          onSave={saveRole}
          onClose={() => {
            save.reset()
            setEditing(null)
          }}
        />
      )}
    </>
  )
}
