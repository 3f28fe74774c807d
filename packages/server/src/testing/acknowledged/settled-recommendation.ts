import { vi } from 'vitest'
import { plantRecommendation } from '../plant.ts'
import type { Bench } from './acknowledged-write.ts'

/** Resolves once no job is left that evaluates the rules and finds that a planted recommendation is no longer seen. */
export async function jobsFinished({ database }: Pick<Bench, 'database'>): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await database.pool.query<{ name: string }>(
        "SELECT name FROM jobs.job WHERE state = 'active' OR (state IN ('created', 'retry') AND start_after <= now())",
      )
      if (rows.length > 0) throw new Error(`Not finished: ${rows.map(({ name }) => name).join(', ')}.`)
    },
    { timeout: 60_000, interval: 100 },
  )
}

export async function settledRecommendation({ database, scope }: Bench): Promise<string> {
  await jobsFinished({ database })
  return plantRecommendation(database, scope)
}
