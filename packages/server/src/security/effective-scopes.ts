import { apiKeyPermissions, effectivePermissions, type Permission } from '@kept/domain/permission.ts'
import type { AccessKey } from '@kept/store/security/access.ts'

/** What an API key can do: what both its scopes and its creator's permissions allow. */
export function effectiveScopes({ scopes, creator }: Pick<AccessKey, 'scopes' | 'creator'>): Permission[] {
  const may = creator ? effectivePermissions(creator.role, creator.grants) : []
  return apiKeyPermissions.filter((scope) => scopes.includes(scope) && may.includes(scope))
}
