/** Where resources belong, as savings and fees are allocated: account, service and tags. */
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

interface ResourceGroups {
  resourceId: string
  subAccount: string
  service: string
  tags: Record<string, string>
}

/** Those of the given resources that are known. */
export async function readResourceGroups(tx: ScopedTransaction, ids: readonly string[]): Promise<ResourceGroups[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('resource')
    .select(['resource_id', 'sub_account_id', 'service', 'tags'])
    .where('resource_id', 'in', [...new Set(ids)])
    .orderBy('resource_id')
    .execute()
  return rows.map((row) => ({
    ...{ resourceId: row.resource_id, subAccount: row.sub_account_id, service: row.service, tags: row.tags },
  }))
}

/** Keys of the bill's tags, the most used first. */
export async function listTagKeys(tx: ScopedTransaction): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM resource, jsonb_object_keys(bill_tags) AS key
    WHERE organization_id = ${tx.scopedTo} GROUP BY key ORDER BY count(*) DESC, key`.execute(tx)
  return rows.map(({ key }) => key)
}

/** The savings rule that each action was recommended by; '' for those that a person recorded. */
export async function readActionRules(tx: ScopedTransaction, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('savings_action')
    .select(['id', 'rule'])
    .where((eb) => eb(eb.cast<string>('id', 'text'), 'in', ids))
    .execute()
  return new Map(rows.map(({ id, rule }) => [id, rule]))
}
