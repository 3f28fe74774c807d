/** The score of each day: recorded by a job, and whenever someone looks at it. */
import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SCORE_HISTORY_DAYS } from '@kept/domain/security-check.ts'
import { scoreChange, scoreOf } from '@kept/engine/security/score.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { listScores, recordScore } from '@kept/store/security/scores.ts'
import * as z from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import { readChecks } from './read-checks.ts'

interface ScoreDeps {
  database: Database
  now(): Date
}

/** The last run of a day is shortly before its end, so that the record is what the day ended with. */
export const scoreJob = defineJob({
  name: 'security-scores',
  input: z.object({}),
  retries: 2,
  cron: '48 5,11,17,23 * * *',
  async run(_input, deps: ScoreDeps, signal) {
    for (const { id, demo } of await listOrganizations(deps.database)) {
      signal.throwIfAborted()
      await recordScoreNow(deps, { organizationId: id }, demo)
    }
  },
})

export async function recordScoreNow({ database, now }: ScoreDeps, scope: Scope, isDemo: boolean): Promise<void> {
  const at = now()
  const { checks } = await readChecks({ database, now: at }, scope, isDemo)
  await saveScore(database, scope, scoreOf(checks), at)
}

export async function saveScore(
  database: Database,
  scope: Scope,
  { value, earned, possible }: SecurityOverview['score'],
  at: Date,
): Promise<void> {
  await database.scoped(scope, (tx) => recordScore(tx, { day: utcDay(at), score: value, earned, possible }, at))
}

export async function readScoreHistory(
  database: Database,
  scope: Scope,
  value: number,
  now: Date,
): Promise<SecurityOverview['history']> {
  const today = utcDay(now)
  const from = addDays(today, 1 - SCORE_HISTORY_DAYS)
  const recorded = (await database.scoped(scope, (tx) => listScores(tx, from))).filter(({ day }) => day < today)
  const days = [...recorded.map(({ day, score }) => ({ day, score })), { day: today, score: value }]
  return { days, change: scoreChange(days) }
}
