/** For tests: an organization's own identity provider, with its domain verified. */
import { randomUUID } from 'node:crypto'
import { ensureDomains, saveDomainCheck } from '@kept/store/people/domains.ts'
import { addIdentityProvider } from '@kept/store/people/identity-providers.ts'
import type { TestKept } from '../testing.ts'
import { client, type OidcForTest } from './oidc.ts'

const companyDomain = 'corp.example'

/** `default_role` is that of people who come without an invitation; null admits invited people only. */
export async function addCompanyProvider(
  { world: { database, scope }, server }: TestKept,
  { issuer }: OidcForTest,
  { default_role }: { default_role: 'user' | null },
): Promise<void> {
  const id = randomUUID()
  const sealLocation = {
    organization: scope.organizationId,
    table: 'identity_provider',
    row: id,
    column: 'client_secret',
  }
  await database.scoped(scope, (tx) =>
    addIdentityProvider(tx, {
      id,
      name: 'Company',
      issuer,
      client_id: client.client_id,
      client_secret: server.services.secrets.seal(sealLocation, client.client_secret),
      domains: [companyDomain],
      default_role,
      enabled: true,
      at: new Date(),
    }),
  )
  await database.scoped(scope, async (tx) => {
    await ensureDomains(tx, [companyDomain], new Date())
    const domainCheck = { verified_at: new Date(), confirmed_at: new Date(), checked_at: new Date(), failure: '' }
    await saveDomainCheck(tx, companyDomain, domainCheck)
  })
}
