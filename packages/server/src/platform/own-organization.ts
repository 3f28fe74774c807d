import type { Me } from '@kept/contract/routes/session.ts'
import { KeptError } from '@kept/domain/errors.ts'

/** A request may name the organisation it means, by id or slug; it must be the caller's own. */
export function ownOrganization(named: string | undefined, { organization }: Pick<Me, 'organization'>): void {
  if (named === undefined || named === organization.id || named === organization.slug) return
  throw new KeptError('forbidden', `You do not belong to the organisation "${named.slice(0, 80)}".`)
}
