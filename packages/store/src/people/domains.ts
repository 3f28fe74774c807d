/** Domains of an organization's addresses, and what their DNS record was last seen to say. */
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

/** Gives each of these domains a token of its own; one that has a token keeps it and its state. */
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

/** Stores one look at the record: found, or why not. `verified_at` null takes the verification away. */
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
