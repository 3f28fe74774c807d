/** Email notifications of single users: an email channel of the user with a rule that only that user sees. */
import { randomUUID } from 'node:crypto'
import type { AlertRule, AlertSchedule, EmailPreferences } from '@kept/domain/alert.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { type StoredChannel, toChannel } from './channels.ts'

export interface EmailSettings extends EmailPreferences {
  enabled: boolean
  schedule: AlertSchedule
}

/** The name of the rule in mails and in the delivery log. */
const ruleName = 'Your own wishes'

/** Undefined for a user who has never set preferences. */
export async function findEmailPreferences(
  tx: ScopedTransaction,
  personId: string,
): Promise<EmailSettings | undefined> {
  const row = await tx
    .selectFrom('alert_channel')
    .select(['enabled', 'schedule', 'email_preferences'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return row?.email_preferences ? { enabled: row.enabled, schedule: row.schedule, ...row.email_preferences } : undefined
}

export async function saveEmailPreferences(
  tx: ScopedTransaction,
  personId: string,
  { enabled, schedule, ...preferences }: EmailSettings,
  now: Date,
): Promise<void> {
  const values = { enabled, schedule: JSON.stringify(schedule), email_preferences: JSON.stringify(preferences) }
  await tx
    .insertInto('alert_channel')
    .values({
      ...{ organization_id: tx.scopedTo, id: randomUUID(), person_id: personId, name: 'Letters', host: '', secret: '' },
      settings: JSON.stringify({ kind: 'email', recipients: [], to_owners: true }),
      created_at: now,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'person_id']).doUpdateSet(values))
    .execute()
}

/** The email channels of active members who want notifications, each with its rule. */
export async function listEmailPreferences(
  tx: ScopedTransaction,
): Promise<{ channels: StoredChannel[]; rules: AlertRule[] }> {
  const rows = await tx
    .selectFrom('alert_channel as c')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.user_id', '=', 'c.person_id').onRef('m.organization_id', '=', 'c.organization_id'),
    )
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('c')
    .select('u.email')
    .where('c.enabled', '=', true)
    .where('c.email_preferences', 'is not', null)
    .where('m.status', '=', 'active')
    // Members without permission to see the data receive no mail about it.
    .where(sql<boolean>`NOT m.grants -> 'deny' ? 'notifications:read'`)
    .where(
      sql<boolean>`coalesce(m.grants -> 'custom_role' -> 'permissions', '["notifications:read"]') ? 'notifications:read'`,
    )
    .execute()
  return {
    channels: rows.map(({ email: _, ...row }) => toChannel(row)),
    rules: rows.flatMap(({ id, email, email_preferences }) =>
      email_preferences
        ? {
            ...{ id, name: ruleName, enabled: true, ...email_preferences, min_amount: null, filters: [] },
            ...{ channels: [id], owners: [email] },
          }
        : [],
    ),
  }
}
