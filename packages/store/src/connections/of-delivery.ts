/**
 * Which connection an imported month belongs to. For a bucket it is its address. For an uploaded file it is provider
 * and billing account: a new upload of the same account and month replaces the previous one and leaves other accounts
 * alone.
 */
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'

interface DeliveredAccount {
  /** All providers of the bill's lines, the one with most lines first: a marketplace bill names several. */
  providers: string[]
  billingAccountId: string
  billingAccountName: string
}

export async function connectionOfBucket(tx: ScopedTransaction, scope: Scope, address: string): Promise<string> {
  return findOrMake(tx, scope, 'bucket', [address], address)
}

/** Each month of a folder of scheduled exports is replaced as one, whatever billing periods its rows name. */
export async function connectionOfExport(
  tx: ScopedTransaction,
  scope: Scope,
  { address, month }: { address: string; month: string },
): Promise<string> {
  return findOrMake(tx, scope, 'bucket', [`${address} ${month}`], address)
}

/** An account keeps its connection when the mix of its providers changes from month to month. */
export async function connectionOfAccount(
  tx: ScopedTransaction,
  scope: Scope,
  { providers, billingAccountId, billingAccountName }: DeliveredAccount,
): Promise<string> {
  const [main = ''] = providers
  const account = billingAccountName || billingAccountId
  const id = billingAccountId && billingAccountId !== account ? `(${billingAccountId})` : ''
  const name = [main || 'Bill', account, id].filter(Boolean).join(' ')
  return findOrMake(
    tx,
    scope,
    'upload',
    (providers.length > 0 ? providers : ['']).map((provider) => JSON.stringify([provider, billingAccountId])),
    name,
  )
}

async function findOrMake(
  tx: ScopedTransaction,
  scope: Scope,
  kind: 'upload' | 'bucket',
  keys: string[],
  name: string,
): Promise<string> {
  const existing = await tx
    .selectFrom('connection')
    .select('id')
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .orderBy('created_at')
    .orderBy('key')
    .executeTakeFirst()
  if (existing) return existing.id
  const created = await tx
    .insertInto('connection')
    .values({ organization_id: scope.organizationId, kind, key: keys[0] ?? '', name })
    .returning('id')
    .executeTakeFirstOrThrow()
  return created.id
}
