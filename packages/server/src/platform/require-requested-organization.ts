import type { Me } from '@kept/contract/routes/session.ts'
import { KeptError } from '@kept/domain/errors.ts'

/**
 * For a request that names an organization, by ID or slug, in its path, query or body. Throws not_found for any but the
 * caller's own: another one answers like one that does not exist, so the response does not reveal which exist.
 */
export function requireRequestedOrganization(
  requested: string | undefined,
  { organization }: Pick<Me, 'organization'>,
): void {
  if (requested === undefined || requested === organization.id || requested === organization.slug) return
  throw new KeptError('not_found', `There is no organization "${requested.slice(0, 80)}".`)
}
