/** What environments are sorted by, column by column: on the screen and in the file. */
import type { EnvironmentAnalysis } from '@kept/domain/environment.ts'
import type { Sortable } from '../../table/sort-rows.ts'
import { nameTeam } from './behavior-view.ts'

export const environmentSortBy = {
  name: (row: EnvironmentAnalysis) => row.environment_name || row.environment_id,
  type: (row: EnvironmentAnalysis) => row.type || undefined,
  team: (row: EnvironmentAnalysis) => nameTeam(row.team) || undefined,
  utilization: (row: EnvironmentAnalysis) => row.utilization ?? undefined,
  waste: (row: EnvironmentAnalysis) => row.waste_percentage ?? undefined,
  cost: (row: EnvironmentAnalysis) => (row.wasted_cost === null ? undefined : Number(row.wasted_cost)),
  status: (row: EnvironmentAnalysis) => row.status,
} as const

export const environmentSorts: readonly Sortable<EnvironmentAnalysis>[] = Object.entries(environmentSortBy).map(
  ([id, sortBy]) => ({ id, sortBy }),
)
