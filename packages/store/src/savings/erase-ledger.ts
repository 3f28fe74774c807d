/**
 * Erases the names of resources in the ledger of an organization that is deleted. An entry keeps its number, amount and
 * hash, so the chain holds, and statements that someone kept still match it.
 */

import type { Scope } from '@kept/domain/scope.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { sql } from 'kysely'
import { sha256 } from '../audit/sha256.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { toEntry } from './ledger.ts'

const PAGE_SIZE = 500

/** Erases up to one page of entries. Returns how many; 0 when none is left. */
export async function eraseLedgerPage(
  tx: ScopedTransaction,
  { pseudonymOf, at }: { pseudonymOf(resource: string): string; at: Date },
): Promise<number> {
  const rows = await tx
    .selectFrom('savings_ledger_entry')
    .select(['seq', 'lineage'])
    .where('erased', 'is', null)
    .orderBy('seq')
    .limit(PAGE_SIZE)
    .execute()
  if (rows.length === 0) return 0
  const erased = { reason: 'organization_deleted', at: at.toISOString() }
  // A fee is of no resource.
  const entries = rows.map(({ seq, lineage }) => ({ seq, lineage: lineage && pseudonymOf(lineage), erased }))
  await sql`SELECT erase_ledger_entries(${JSON.stringify(entries)}::jsonb)`.execute(tx)
  return rows.length
}

interface ErasedLedger {
  count: number
  /** SHA-256 over what is left of the entries, in their order. */
  digest: string
}

/** What the hashes of erased entries no longer prove, the digest does. */
export async function digestErasedLedger(database: Database, scope: Scope): Promise<ErasedLedger> {
  let [count, digest, after] = [0, '', '0']
  for (;;) {
    const from = after
    const rows = await database.scoped(scope, (tx) =>
      tx
        .selectFrom('savings_ledger_entry')
        .selectAll()
        .where('erased', 'is not', null)
        .where('seq', '>', from)
        .orderBy('seq')
        .limit(PAGE_SIZE)
        .execute(),
    )
    for (const row of rows)
      digest = sha256(`${digest}${sha256(canonicalJson({ ...toEntry(row), erased: row.erased }))}`)
    count += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_SIZE) return { count, digest }
    after = String(last.seq)
  }
}
