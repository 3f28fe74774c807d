/** Email notifications of single users: an email channel of the user with a rule that only that user sees. */
import { randomUUID } from 'node:crypto'
import type { AlertRule, AlertSchedule, EmailPreferences } from '@kept/domain/alert.ts'
import { alertKindsHiddenFrom } from '@kept/domain/alert-labels.ts'
import { effectivePermissions } from '@kept/domain/permission.ts'
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

/** The columns of a user's own channel, without what the user decides. */
export function newPersonalChannel(tx: ScopedTransaction, person_id: string, created_at: Date) {
  return {
    ...{ organization_id: tx.scopedTo, id: randomUUID(), person_id, name: 'Letters', host: '', secret: '', created_at },
    settings: JSON.stringify({ kind: 'email', recipients: [], to_owners: true }),
  }
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
    .values({ ...newPersonalChannel(tx, personId, now), ...values })
    .onConflict((conflict) => conflict.columns(['organization_id', 'person_id']).doUpdateSet(values))
    .execute()
}

interface PersonalRule extends EmailPreferences {
  /** Of the channel. */
  id: string
  name: string
  email: string
}

/** The rule of a user's own channel; the rules screen does not list it. */
export function personalRule({ id, email, ...rule }: PersonalRule): AlertRule {
  return { id, enabled: true, ...rule, min_amount: null, filters: [], channels: [id], owners: [email] }
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
    .select(['u.email', 'm.role', 'm.grants'])
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
    channels: rows.map(({ email: _, role: _role, grants: _grants, ...row }) => toChannel(row)),
    rules: rows.flatMap(({ id, email, email_preferences, role, grants }) => {
      // What they asked for, as far as they may still read it.
      const hiddenKinds = alertKindsHiddenFrom(effectivePermissions(role, grants))
      const kinds = email_preferences?.kinds.filter((kind) => !hiddenKinds.includes(kind)) ?? []
      if (!email_preferences || kinds.length === 0) return []
      return personalRule({ id, email, name: ruleName, kinds, min_severity: email_preferences.min_severity })
    }),
  }
}
