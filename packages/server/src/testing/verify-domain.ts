/** For tests: a domain that the organization proved to control. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { ensureDomains, saveDomainCheck } from '@kept/store/people/domains.ts'

export async function verifyDomain(database: Database, scope: Scope, domain: string): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const now = new Date()
    await ensureDomains(tx, [domain], now)
    await saveDomainCheck(tx, domain, { verified_at: now, confirmed_at: now, checked_at: now, failure: '' })
  })
}
