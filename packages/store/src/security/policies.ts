/** The policies of an organization. Each change also updates the copy of the enabled ones that requests read. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PolicySettings } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { notifyRights } from '../live/rights.ts'

export interface StoredPolicy {
  id: string
  kind: PolicyKind
  settings: PolicySettings
  enabled: boolean
  updated_by: string
  created_at: string
  updated_at: string
}

interface Changed {
  actor: string
  at: Date
}

export async function listPolicies(tx: ScopedTransaction): Promise<StoredPolicy[]> {
  return (await select(tx).orderBy('kind').execute()).map(toPolicy)
}

export async function findPolicy(tx: ScopedTransaction, id: string): Promise<StoredPolicy> {
  const row = isUuid(id) ? await select(tx).where('id', '=', id).executeTakeFirst() : undefined
  if (!row) throw new KeptError('not_found', 'There is no policy with this ID.')
  return toPolicy(row)
}

export async function findPolicyOfKind(tx: ScopedTransaction, kind: PolicyKind): Promise<StoredPolicy | undefined> {
  const row = await select(tx).where('kind', '=', kind).executeTakeFirst()
  return row && toPolicy(row)
}

/** Creates the policy of a kind, or replaces its settings. Returns its ID. */
export async function savePolicy(
  tx: ScopedTransaction,
  policy: Pick<StoredPolicy, 'kind' | 'settings' | 'enabled'>,
  { actor, at }: Changed,
): Promise<StoredPolicy> {
  const changes = {
    settings: JSON.stringify(policy.settings),
    enabled: policy.enabled,
    updated_by: actor,
    updated_at: at,
  }
  const { id } = await tx
    .insertInto('security_policy')
    .values({ organization_id: tx.scopedTo, kind: policy.kind, created_at: at, ...changes })
    .onConflict((conflict) => conflict.columns(['organization_id', 'kind']).doUpdateSet(changes))
    .returning('id')
    .executeTakeFirstOrThrow()
  await copyEnabled(tx)
  return findPolicy(tx, id)
}

export async function deletePolicy(tx: ScopedTransaction, id: string): Promise<void> {
  await tx.deleteFrom('security_policy').where('organization_id', '=', tx.scopedTo).where('id', '=', id).execute()
  await copyEnabled(tx)
}

async function copyEnabled(tx: ScopedTransaction): Promise<void> {
  const enabled = (await listPolicies(tx)).filter((policy) => policy.enabled)
  const policies = Object.fromEntries(enabled.map(({ kind, settings }) => [kind, settings]))
  await tx
    .updateTable('organization')
    .set({
      enforced_policies: JSON.stringify(policies),
      require_second_factor: enabled.some(({ kind }) => kind === 'second_factor'),
    })
    .where('id', '=', tx.scopedTo)
    .execute()
  // Open live connections are checked against the new rules now.
  await tx.selectFrom('membership').select(notifyRights('user_id')).where('organization_id', '=', tx.scopedTo).execute()
}

function select(tx: ScopedTransaction) {
  return tx
    .selectFrom('security_policy')
    .select(['id', 'kind', 'settings', 'enabled', 'updated_by', 'created_at', 'updated_at'])
    .where('organization_id', '=', tx.scopedTo)
}

function toPolicy({
  created_at,
  updated_at,
  ...policy
}: Omit<StoredPolicy, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date }): StoredPolicy {
  return { ...policy, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }
}
