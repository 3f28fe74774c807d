import type { Me } from '@kept/contract/routes/session.ts'
import { KeptError } from '@kept/domain/errors.ts'

/** The organization of a path, by ID or slug. Another one answers like one that does not exist. */
export function requireRequestedOrganization(requested: string, { organization }: Pick<Me, 'organization'>): void {
  if (requested === organization.id || requested === organization.slug) return
  throw new KeptError('not_found', `There is no organization "${requested.slice(0, 80)}".`)
}
