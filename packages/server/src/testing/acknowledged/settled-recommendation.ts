import { vi } from 'vitest'
import { evaluateJob } from '../../recommendations/evaluate-job.ts'
import { plantRecommendation } from '../plant.ts'
import type { Bench } from './acknowledged-write.ts'

/** An open recommendation, once no evaluation that an earlier decision queued can find that it is no longer seen. */
export async function settledRecommendation({ database, scope }: Bench): Promise<string> {
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query(
        "SELECT id FROM jobs.job WHERE name = $1 AND state IN ('created', 'retry', 'active')",
        [evaluateJob.name],
      )
      if (rows.length > 0) throw new Error('An evaluation is not finished.')
    },
    { timeout: 60_000, interval: 100 },
  )
  return plantRecommendation(database, scope)
}
