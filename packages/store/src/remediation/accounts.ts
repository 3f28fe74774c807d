/** The accounts an organisation lets Kept act in. Credentials come and go sealed; only the server can open them. */
import type { CloudAccount } from '@kept/domain/cloud-account.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type NewAuditEvent, recordAudit } from '../people/audit.ts'
import type { RemediationSchema } from './schema.ts'

type Stamp = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

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
  { by, stamp }: { by: string; stamp: Stamp },
): Promise<CloudAccount> {
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .insertInto('cloud_account')
      .values({ organization_id: scope.organizationId, ...account, created_by: by, created_at: stamp.at })
      .onConflict((conflict) => conflict.columns(['organization_id', 'provider', 'account']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row)
      throw new KeptError(
        'conflict',
        `There is an account of ${account.provider}${account.account && ` with the number ${account.account}`} already; remove it first.`,
      )
    await recordAudit(tx, {
      ...stamp,
      action: 'cloud_account.added',
      target: row.id,
      summary: `${by} let Kept act in ${row.name} (${row.provider}).`,
    })
    const { credentials: _sealed, ...shown } = toAccount(row)
    return shown
  })
}

/** True when there was one. */
export async function removeCloudAccount(
  database: Database,
  scope: Scope,
  id: string,
  { by, stamp }: { by: string; stamp: Stamp },
): Promise<boolean> {
  return database.scoped(scope, async (tx) => {
    const gone = await tx.deleteFrom('cloud_account').where('id', '=', id).returning('name').executeTakeFirst()
    if (!gone) return false
    await recordAudit(tx, {
      ...stamp,
      action: 'cloud_account.removed',
      target: id,
      summary: `${by} no longer lets Kept act in ${gone.name}.`,
    })
    return true
  })
}

function toAccount(row: Selectable<RemediationSchema['cloud_account']>): SealedAccount {
  const { organization_id: _own, created_at, ...account } = row
  return { ...account, created_at: created_at.toISOString() }
}
