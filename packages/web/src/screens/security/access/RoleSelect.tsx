import { sentenceOf } from '@kept/client/errors.ts'
import type { AccessControls } from '@kept/contract/routes/access-controls.ts'
import { type Role, roles } from '@kept/domain/permission.ts'
import { Select } from '@kept/ui/controls/Select.tsx'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { roleLabels } from '../../../shell/role-labels.ts'

interface RoleSelectProps {
  organization: string
  person: AccessControls['people'][number]
  customRoles: AccessControls['custom_roles']
}

/** Gives a user a built-in or a custom role. Grants and denials stay. */
export function RoleSelect({ organization, person, customRoles }: RoleSelectProps) {
  const client = useQueryClient()
  const save = useMutation(
    api.accessControls.update.mutationOptions({
      async onSuccess() {
        await client.invalidateQueries({ queryKey: api.accessControls.key() })
        toasts.show({ title: `The role of ${person.name} was changed` })
      },
      onError: (error) => toasts.show({ tone: 'error', title: 'The role was not changed', body: sentenceOf(error) }),
    }),
  )
  const allow = person.effective.flatMap(({ permission, source }) => (source === 'grant' ? [permission] : []))
  const change = (value: string) => {
    const role = roles.find((candidate) => candidate === value)
    const access = role ? { role } : { custom_role_id: value }
    save.mutate({ organization, people: [{ id: person.id, allow, deny: person.denied, ...access }] })
  }
  return (
    <Select<string>
      label={`Role of ${person.name}`}
      hiddenLabel
      disabled={save.isPending}
      value={person.custom_role?.id ?? person.role}
      options={[
        ...roles.map((role: Role) => ({ value: role as string, label: roleLabels[role] })),
        ...customRoles.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={change}
    />
  )
}
