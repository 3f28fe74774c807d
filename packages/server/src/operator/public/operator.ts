/**
 * The operator at the command line: a process that can read the data folder's announcement file may act for any
 * organization of this installation. The token is new at every start and works on loopback only.
 */
import { timingSafeEqual } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import { operatorPermissions, rolePermissions } from '@kept/domain/permission.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import type { FastifyRequest } from 'fastify'
import type { RawRoutes } from '../../platform/app.ts'
import type { Identity, Services } from '../../platform/context.ts'
import { isLoopback } from '../../platform/loopback.ts'

/** The organization that the operator acts for, by its slug. */
export const organizationHeader = 'x-kept-organization'
const organizationSlug = /^[a-z0-9][a-z0-9-]{0,62}$/

/** The operator's identity when the request has the token, else undefined. */
export async function identifyOperator(
  request: FastifyRequest,
  { state }: Services,
  token: string,
): Promise<Identity | undefined> {
  if (!isOperator(request, token)) return undefined
  const slug = String(request.headers[organizationHeader] ?? '')
  const organization = await findOrganization(state.database, slug)
  if (!organization) throw new KeptError('not_found', `Organization "${slug}" does not exist.`)
  return {
    me: {
      user: { id: 'operator', email: 'operator@kept.invalid', full_name: 'Operator', role: 'admin' },
      organization,
      permissions: [...rolePermissions.admin, ...operatorPermissions],
    },
    scope: { organizationId: organization.id },
    authenticatedBy: 'operator',
  }
}

/** `PUT /v1/operator/organizations/{slug}`: creates the organization if it does not exist; for the operator only. */
export function operatorRoutes(services: Services, token: string): RawRoutes {
  return (app) => {
    app.put<{ Params: { slug: string } }>(
      '/v1/operator/organizations/:slug',
      { config: { needs: 'operator' } },
      async (request) => {
        admitOperator(request, token)
        return { data: await organizationOf(services.state, request.params.slug) }
      },
    )
  }
}

/** Rejects everyone except the operator. */
export function admitOperator(request: FastifyRequest, token: string): void {
  if (isOperator(request, token)) return
  throw new KeptError('forbidden', 'Only the operator can do this, on the command line of this machine.')
}

function isOperator(request: FastifyRequest, token: string): boolean {
  const received = Buffer.from(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
  const expected = Buffer.from(token)
  return received.length === expected.length && timingSafeEqual(received, expected) && isLoopback(request)
}

/** Returns a valid slug, or throws one sentence. */
export function checkSlug(slug: string): string {
  if (organizationSlug.test(slug)) return slug
  throw new KeptError(
    'bad_input',
    `"${slug}" cannot name an organization; use lower-case letters, digits and hyphens, for example "acme".`,
  )
}

/** The organization of that slug; `made` when it was just created. */
export async function organizationOf(
  state: Services['state'],
  slug: string,
): Promise<{ organizationId: string; created: boolean }> {
  const existing = await findOrganization(state.database, checkSlug(slug))
  const { id } = existing ?? (await ensureOrganization(state.database, { slug, name: slug, demo: false }))
  return { organizationId: id, created: !existing }
}
