/** Domains of identity providers: the record to publish, the check, and the daily recheck. */
import type { OrganizationDomain } from '@kept/contract/routes/organizations.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import {
  ensureDomains,
  type FoundDomain,
  findDomain,
  listDomains,
  saveDomainCheck,
} from '@kept/store/people/domains.ts'
import { listIdentityProviders } from '@kept/store/people/identity-providers.ts'
import * as z from 'zod'
import { actingOf } from '../platform/acting.ts'
import type { Services, SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'
import { defineJob } from '../platform/jobs.ts'
import { countAgainst } from '../platform/rate-limit.ts'
import { applyLookUp, lookUpRecord, recordOf } from './check-domain.ts'

/** Lists the domains of the organization's identity providers with their records and states. */
export function listOwnDomains({ services, scope }: Pick<SignedInContext, 'services' | 'scope'>) {
  return services.state.database.scoped(scope, async (tx): Promise<OrganizationDomain[]> => {
    const providers = await listIdentityProviders(tx)
    const domains = [...new Set(providers.flatMap(({ domains }) => domains))]
    await ensureDomains(tx, domains, services.now())
    return (await listDomains(tx)).filter(({ domain }) => domains.includes(domain)).map(toAnswer)
  })
}

/** Checks the record now. Returns the state, with the reason when it is not verified. */
export async function verifyDomain(context: SignedInContext, domain: string): Promise<OrganizationDomain> {
  refuseInDemo(context)
  const { services, scope } = context
  const ownDomain = (await listOwnDomains(context)).find((candidate) => candidate.domain === domain)
  if (!ownDomain) throw new KeptError('not_found', 'No identity provider has this domain. Add it to one first.')
  await countAgainst(services, [
    { key: `domain-check:${scope.organizationId}`, max: 30, windowSeconds: 600, sentence: tooManyChecks },
  ])
  const { before, after } = await checkDomain(services, scope, domain)
  if ((before.verified_at === null) !== (after.verified_at === null)) {
    const { auditContext } = actingOf(context)
    await services.state.database.scoped(scope, (tx) => recordAudit(tx, { ...auditContext, ...changeOf(after) }))
  }
  return toAnswer(after)
}

const tooManyChecks = 'Too many checks. Try again at {time}.'

/** Rechecks every verified domain daily, so a sold or lapsed domain admits no new users. */
export const recheckDomainsJob = defineJob<z.ZodObject<Record<never, never>>, Services>({
  name: 'recheck-domains',
  input: z.object({}),
  retries: 1,
  cron: '41 4 * * *',
  async run(_input, services, signal) {
    await recheckDomains(services, signal)
  },
})

export async function recheckDomains(services: Services, signal?: AbortSignal): Promise<void> {
  const { state, now } = services
  for (const { id } of await listOrganizations(state.database)) {
    signal?.throwIfAborted()
    const scope = { organizationId: id }
    const verified = (await state.database.scoped(scope, listDomains)).filter(({ verified_at }) => verified_at !== null)
    for (const { domain } of verified) {
      const { after } = await checkDomain(services, scope, domain)
      if (after.verified_at !== null) continue
      const auditContext = { actor: { kind: 'system' as const, id: null, name: 'Kept' }, at: now() }
      await state.database.scoped(scope, (tx) => recordAudit(tx, { ...auditContext, ...changeOf(after) }))
    }
  }
}

async function checkDomain({ state, config, now }: Services, scope: Scope, domain: string) {
  const before = await state.database.scoped(scope, (tx) => findDomain(tx, domain))
  if (!before) throw new KeptError('not_found', 'This domain was just removed.')
  // DNS is queried outside of the transaction.
  const check = applyLookUp(before, await lookUpRecord(recordOf(before), config.dnsServer), now())
  await state.database.scoped(scope, (tx) => saveDomainCheck(tx, domain, check))
  return { before, after: { ...before, ...check } }
}

function changeOf({ domain, verified_at, failure }: FoundDomain) {
  return verified_at
    ? { action: 'domain.verified' as const, target: domain, summary: `The domain ${domain} was verified.` }
    : {
        action: 'domain.lost' as const,
        target: domain,
        summary: `The domain ${domain} lost its verification: ${failure}`,
      }
}

function toAnswer(row: FoundDomain): OrganizationDomain {
  const { domain, verified_at, checked_at, failure } = row
  return {
    domain,
    status: verified_at ? 'verified' : checked_at ? 'failed' : 'pending',
    record: recordOf(row),
    verified_at: verified_at?.toISOString() ?? null,
    checked_at: checked_at?.toISOString() ?? null,
    failure,
  }
}
