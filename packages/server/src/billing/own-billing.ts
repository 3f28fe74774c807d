import type { Me } from '@kept/contract/routes/session.ts'
import { KeptError } from '@kept/domain/errors.ts'

/** Another organization's billing is not found, exactly like that of one that does not exist. */
export function ownBilling(requested: string, { organization }: Pick<Me, 'organization'>): void {
  if (requested === organization.id || requested === organization.slug) return
  throw new KeptError('not_found', 'Organization not found.')
}
