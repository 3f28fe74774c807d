import { KeptError } from '@kept/domain/errors.ts'
import { mayRunOrganization } from '@kept/domain/permission.ts'
import type { Acting } from './acting.ts'

/**
 * For changes of identity providers, of the roles that their groups give, and for new provisioning tokens. Who chooses
 * what vouches for users could sign in as any of them, so only an admin's role may do it.
 */
export function requireRunningAdmin({ role, permissions }: Pick<Acting, 'role' | 'permissions'>): void {
  if (mayRunOrganization(role, permissions)) return
  throw new KeptError(
    'forbidden',
    'Only an admin with access to users, settings and policies can change how users sign in and get their roles.',
  )
}
