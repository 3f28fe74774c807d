/** Reads teams, environments and deployment targets from JSON files. */
import { type EnvironmentFacts, environmentFactsSchema } from '@kept/domain/environment.ts'
import { readBy } from '@kept/domain/one-sentence.ts'
import { teamSettingsSchema } from '@kept/domain/team.ts'
import * as z from 'zod'
import { withHolidays } from '../../behavior/with-holidays.ts'
import { readJson } from '../savings/read-json.ts'

export async function readTeams(path: string | undefined, years: { first: number; last: number }) {
  if (path === undefined) return { teams: [], notes: [] }
  const teams = readBy(z.array(teamSettingsSchema), await readJson(path), path)
  const notes: string[] = []
  return { teams: teams.map((team) => withHolidays(team, years, notes)), notes }
}

export async function readEnvironments(path: string | undefined): Promise<EnvironmentFacts[]> {
  return path === undefined ? [] : readBy(z.array(environmentFactsSchema), await readJson(path), path)
}

const targetsSchema = z.record(z.string(), z.string())

/** Maps "acme/api" or "acme/api/staging" to the environment it runs in. */
export async function readTargets(path: string | undefined): Promise<Map<string, string>> {
  return path === undefined ? new Map() : new Map(Object.entries(readBy(targetsSchema, await readJson(path), path)))
}
