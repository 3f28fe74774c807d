import { type BehaviourSettings, behaviourSettingsSchema } from '@kept/domain/behaviour-run.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** What the organisation set; the usual where it set nothing. */
export async function readBehaviourSettings(database: Database, scope: Scope): Promise<BehaviourSettings> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('behaviour_setting').select(['retention_days', 'teams', 'targets']).executeTakeFirst(),
  )
  return row ?? behaviourSettingsSchema.parse({})
}

/** The whole of the settings, in place of the former ones. */
export async function writeBehaviourSettings(
  database: Database,
  scope: Scope,
  { retention_days, teams, targets }: BehaviourSettings,
  now: Date,
): Promise<void> {
  const values = {
    retention_days,
    teams: JSON.stringify(teams),
    targets: JSON.stringify(targets),
    updated_at: now,
  }
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('behaviour_setting')
      .values({ organization_id: tx.scopedTo, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute(),
  )
}
