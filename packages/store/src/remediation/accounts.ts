/** Cloud accounts that Kept may act in. Credentials arrive and leave encrypted; only the server decrypts them. */
import type { CloudAccount } from '@kept/domain/cloud-account.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { Database } from '../database/connect.ts'
import type { RemediationSchema } from './schema.ts'

type AuditContext = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

export type SealedAccount = CloudAccount & { credentials: string }

export async function listCloudAccounts(database: Database, scope: Scope): Promise<SealedAccount[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('cloud_account').selectAll().orderBy('created_at').orderBy('id').execute(),
  )
  return rows.map(toAccount)
}

export async function addCloudAccount(
  database: Database,
  scope: Scope,
  account: Omit<SealedAccount, 'created_at' | 'created_by'>,
  { actorName, auditContext }: { actorName: string; auditContext: AuditContext },
): Promise<CloudAccount> {
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .insertInto('cloud_account')
      .values({ organization_id: scope.organizationId, ...account, created_by: actorName, created_at: auditContext.at })
      .onConflict((conflict) => conflict.columns(['organization_id', 'provider', 'account']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) {
      const existing = [account.provider, account.account].filter(Boolean).join(' ')
      throw new KeptError('conflict', `The cloud account ${existing} is connected already. Remove it first.`)
    }
    await recordAudit(tx, {
      ...auditContext,
      action: 'cloud_account.added',
      target: row.id,
      summary: `${actorName} connected the cloud account ${row.name} (${row.provider}).`,
    })
    const { credentials: _sealed, ...publicFields } = toAccount(row)
    return publicFields
  })
}

/** True when it existed. */
export async function removeCloudAccount(
  database: Database,
  scope: Scope,
  id: string,
  { actorName, auditContext }: { actorName: string; auditContext: AuditContext },
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    const removed = await tx.deleteFrom('cloud_account').where('id', '=', id).returning('name').executeTakeFirst()
    if (!removed) return false
    await recordAudit(tx, {
      ...auditContext,
      action: 'cloud_account.removed',
      target: id,
      summary: `${actorName} disconnected the cloud account ${removed.name}.`,
    })
    return true
  })
}

function toAccount(row: Selectable<RemediationSchema['cloud_account']>): SealedAccount {
  const { organization_id: _own, created_at, ...account } = row
  return { ...account, created_at: created_at.toISOString() }
}
