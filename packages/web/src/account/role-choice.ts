/** Roles to choose from: the built-in ones, and the organization's own. */
import { type Role, roles } from '@kept/domain/permission.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { ttl } from '../api/ttl.ts'
import { useMe } from '../shell/useMe.ts'

/** A built-in role, or the ID of a custom one: the value of a select. */
export type RoleChoice = string

/** Empty while it loads, and for those who may not see users. */
export function useCustomRoles(): { id: string; name: string; description: string }[] {
  const enabled = useMe().data?.permissions.includes('users:read') ?? false
  return useQuery(api.users.customRoles.queryOptions({ input: {}, staleTime: ttl.user, enabled })).data?.data ?? []
}

/** As the API takes it. */
export function roleInput(choice: RoleChoice): { role: Role } | { custom_role_id: string } {
  const role = roles.find((candidate) => candidate === choice)
  return role ? { role } : { custom_role_id: choice }
}

export function choiceOf({ role, custom_role }: { role: Role; custom_role: { id: string } | null }): RoleChoice {
  return custom_role?.id ?? role
}
