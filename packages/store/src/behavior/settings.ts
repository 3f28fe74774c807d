import { type BehaviorSettings, behaviorSettingsSchema } from '@kept/domain/behavior-run.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** The organization's settings, with the defaults where it set nothing. */
export async function readBehaviorSettings(database: Database, scope: Scope): Promise<BehaviorSettings> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('behavior_setting').select(['retention_days', 'teams', 'targets']).executeTakeFirst(),
  )
  return row ?? behaviorSettingsSchema.parse({})
}

/** Replaces all settings. */
export async function writeBehaviorSettings(
  database: Database,
  scope: Scope,
  { retention_days, teams, targets }: BehaviorSettings,
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
      .insertInto('behavior_setting')
      .values({ organization_id: tx.scopedTo, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute(),
  )
}
