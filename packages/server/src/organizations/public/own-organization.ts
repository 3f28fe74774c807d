import type { Me } from '@kept/contract/routes/session.ts'
import { KeptError } from '@kept/domain/errors.ts'

/** A request may name its organization, by id or slug; it must be the caller's own. */
export function ownOrganization(requested: string | undefined, { organization }: Pick<Me, 'organization'>): void {
  if (requested === undefined || requested === organization.id || requested === organization.slug) return
  throw new KeptError('forbidden', `You do not belong to the organization "${requested.slice(0, 80)}".`)
}
