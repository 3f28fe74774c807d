import { badInput, KeptError } from '@kept/domain/errors.ts'
import { findAuditEvent, listAuditEvents } from '@kept/store/audit/list.ts'
import { readAuditFacets } from '@kept/store/audit/read.ts'
import { routes } from '../platform/implement.ts'
import { requireRequestedOrganization } from '../platform/require-requested-organization.ts'
import { openSigningKey } from '../platform/signing-key.ts'
import { openCheckpointFiles } from './checkpoint-files.ts'
import { securityOverview } from './overview.ts'
import { proveAuditLog } from './prove-audit-log.ts'

const securityRoutes = routes.security

/** A page of matches is found by reading the numbers of all matches before it. The log without filters has no such end. */
const MAX_PAGED_MATCHES = 100_000

export const security = {
  overview: securityRoutes.overview.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    return { data: await securityOverview(context) }
  }),
  listAuditLogs: securityRoutes.listAuditLogs.handler(async ({ context, input: { organization, ...request } }) => {
    requireRequestedOrganization(organization, context.me)
    const { services, scope } = context
    const { page, page_size, ...filter } = request
    const isFiltered = Object.values(filter).some((value) => value !== undefined)
    if (isFiltered && page * page_size > MAX_PAGED_MATCHES)
      throw badInput('Pages of a filtered log end at its newest 100,000 matches. Narrow the filter, or export them.')
    const { events, total, is_capped } = await listAuditEvents(services.state.database, scope, request)
    return { data: events, meta: { page, page_size, total, is_capped } }
  }),
  auditFacets: securityRoutes.auditFacets.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    return { data: await readAuditFacets(context.services.state.database, context.scope) }
  }),
  verifyAuditLogs: securityRoutes.verifyAuditLogs.handler(async ({ context, input }) => {
    requireRequestedOrganization(input.organization, context.me)
    const { services, scope } = context
    const { publicKey } = openSigningKey(services.config.sharedFolder, services.secrets)
    const files = openCheckpointFiles(services.config.sharedFolder)
    const deps = { database: services.state.database, files, publicKey, now: services.now }
    return { data: await proveAuditLog(deps, scope) }
  }),
  getAuditLog: securityRoutes.getAuditLog.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    const event = await findAuditEvent(context.services.state.database, context.scope, id)
    if (!event) throw new KeptError('not_found', 'There is no audit event with this ID.')
    return { data: event }
  }),
}
