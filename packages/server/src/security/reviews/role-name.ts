import type { Role } from '@kept/domain/permission.ts'

const names: Record<Role, string> = { admin: 'admin', user: 'user', billing_admin: 'billing admin' }

export function roleName(role: Role): string {
  return names[role]
}
