/** The operator's settings, in versions, and each organization's billing details. */
import type { BillingAccount } from '@kept/domain/billing/account.ts'
import { type BillingSettings, billingSettingsSchema, defaultBillingSettings } from '@kept/domain/billing/settings.ts'
import { type Kysely, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

interface SettingsVersion {
  /** 0: nothing was set yet. */
  version: number
  settings: BillingSettings
  changed_by: string
  changed_at: string | null
}

export async function readSettings(from: Kysely<Schema>): Promise<SettingsVersion> {
  const row = await from
    .selectFrom('billing_settings')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return { version: 0, settings: defaultBillingSettings, changed_by: '', changed_at: null }
  // A later release may add fields with defaults.
  const settings = billingSettingsSchema.parse(row.settings)
  return { version: row.version, settings, changed_by: row.changed_by, changed_at: row.changed_at.toISOString() }
}

export async function addSettings(
  database: Database,
  settings: BillingSettings,
  { actorName, now }: { actorName: string; now: Date },
): Promise<void> {
  await database.shared.transaction().execute(async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(7253063)`.execute(tx)
    const { version } = await readSettings(tx)
    await tx
      .insertInto('billing_settings')
      .values({ version: version + 1, settings: JSON.stringify(settings), changed_by: actorName, changed_at: now })
      .execute()
  })
}

/** An organization's billing details; null: none were given. */
type StoredAccount = BillingAccount & { terms_days: number | null; updated_at: string }

export async function readAccount(tx: ScopedTransaction): Promise<StoredAccount | null> {
  const row = await tx.selectFrom('billing_account').selectAll().executeTakeFirst()
  if (!row) return null
  const { organization_id: _, updated_at, ...account } = row
  return { ...account, updated_at: updated_at.toISOString() }
}

export async function writeAccount(
  tx: ScopedTransaction,
  account: BillingAccount,
  { now }: { now: Date },
): Promise<void> {
  const values = {
    ...{ buyer: JSON.stringify(account.buyer), recipients: JSON.stringify(account.recipients) },
    ...{ locale: account.locale, purchase_order: account.purchase_order, preferred_rail: account.preferred_rail },
    updated_at: now,
  }
  await tx
    .insertInto('billing_account')
    .values({ organization_id: tx.scopedTo, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}
