/** The status of the parts of the site, counted by day. */
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface StatusDay {
  day: string
  part: string
  samples: number
  failed: number
}

/** Adds samples to their days, all of them or none. */
export async function addSamples({ shared }: Database, days: readonly StatusDay[]): Promise<void> {
  if (days.length === 0) return
  await shared
    .insertInto('status_day')
    .values([...days])
    .onConflict((conflict) =>
      conflict.columns(['day', 'part']).doUpdateSet({
        samples: sql`status_day.samples + excluded.samples`,
        failed: sql`status_day.failed + excluded.failed`,
      }),
    )
    .execute()
}

export function readStatusDays({ shared }: Database, startDate: string): Promise<StatusDay[]> {
  return shared
    .selectFrom('status_day')
    .select(['day', 'part', 'samples', 'failed'])
    .where('day', '>=', startDate)
    .orderBy('day')
    .execute()
}
