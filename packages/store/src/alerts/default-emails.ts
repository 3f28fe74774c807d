/**
 * Emails that users get although they never set preferences: serious security alerts, for those who may change security.
 * Each has a channel of their own without preferences, and the first preferences that they save end the default.
 */
import type { AlertRule } from '@kept/domain/alert.ts'
import { effectivePermissions, managesSecurity } from '@kept/domain/permission.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { type StoredChannel, toChannel } from './channels.ts'
import { type EmailSettings, newPersonalChannel, personalRule } from './email-preferences.ts'

/** The name of the rule in the delivery log. */
const ruleName = 'Security alerts by default'

export async function listDefaultEmails(
  tx: ScopedTransaction,
  { enabled, schedule, ...preferences }: EmailSettings,
  now: Date,
): Promise<{ channels: StoredChannel[]; rules: AlertRule[] }> {
  const recipients = await listUndecided(tx)
  if (recipients.length === 0) return { channels: [], rules: [] }
  const ids = recipients.map(({ id }) => id)
  await tx
    .insertInto('alert_channel')
    .values(ids.map((id) => ({ ...newPersonalChannel(tx, id, now), enabled, schedule: JSON.stringify(schedule) })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'person_id']).doNothing())
    .execute()
  const rows = await tx
    .selectFrom('alert_channel')
    .selectAll()
    .where('person_id', 'in', ids)
    // Someone may have saved preferences meanwhile.
    .where('email_preferences', 'is', null)
    .execute()
  return {
    channels: rows.map(toChannel),
    rules: rows.flatMap(({ id, person_id }) => {
      const recipient = recipients.find((candidate) => candidate.id === person_id)
      return recipient ? personalRule({ id, email: recipient.email, name: ruleName, ...preferences }) : []
    }),
  }
}

/** Active members who may read and change security and have no preferences. None in the demo, which sends nothing. */
async function listUndecided(tx: ScopedTransaction): Promise<{ id: string; email: string }[]> {
  const rows = await tx
    .selectFrom('membership as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('organization as o', 'o.id', 'm.organization_id')
    .leftJoin('alert_channel as c', (join) =>
      join.onRef('c.person_id', '=', 'm.user_id').onRef('c.organization_id', '=', 'm.organization_id'),
    )
    .select(['u.id', 'u.email', 'm.role', 'm.grants'])
    .where('m.organization_id', '=', tx.scopedTo)
    .where('m.status', '=', 'active')
    .where('u.disabled_at', 'is', null)
    .where('o.demo', '=', false)
    .where('c.email_preferences', 'is', null)
    .execute()
  return rows.filter(({ role, grants }) => managesSecurity(effectivePermissions(role, grants)))
}
