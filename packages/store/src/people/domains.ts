/** Email domains of an organization, and the latest check of their DNS records. */
import { randomBytes } from 'node:crypto'
import type { ScopedTransaction } from '../database/connect.ts'

export interface FoundDomain {
  domain: string
  token: string
  verified_at: Date | null
  confirmed_at: Date | null
  checked_at: Date | null
  failure: string
}

const columns = ['domain', 'token', 'verified_at', 'confirmed_at', 'checked_at', 'failure'] as const

/** Creates a token for each of these domains; a domain that has one keeps it and its state. */
export async function ensureDomains(tx: ScopedTransaction, domains: readonly string[], now: Date): Promise<void> {
  if (domains.length === 0) return
  await tx
    .insertInto('organization_domain')
    .values(
      domains.map((domain) => ({
        organization_id: tx.scopedTo,
        domain,
        token: randomBytes(20).toString('hex'),
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
    .execute()
}

export function listDomains(tx: ScopedTransaction): Promise<FoundDomain[]> {
  return tx
    .selectFrom('organization_domain')
    .select(columns)
    .where('organization_id', '=', tx.scopedTo)
    .orderBy('domain')
    .execute()
}

export function findDomain(tx: ScopedTransaction, domain: string): Promise<FoundDomain | undefined> {
  return tx
    .selectFrom('organization_domain')
    .select(columns)
    .where('organization_id', '=', tx.scopedTo)
    .where('domain', '=', domain)
    .executeTakeFirst()
}

/** Stores the result of a check. `verified_at` null removes the verification. */
export async function saveDomainCheck(
  tx: ScopedTransaction,
  domain: string,
  check: Pick<FoundDomain, 'verified_at' | 'confirmed_at' | 'failure'> & { checked_at: Date },
): Promise<void> {
  await tx
    .updateTable('organization_domain')
    .set(check)
    .where('organization_id', '=', tx.scopedTo)
    .where('domain', '=', domain)
    .execute()
}
