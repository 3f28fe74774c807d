/** Environments, teams and insights as files. */
import type { Insight } from '@kept/domain/behavior.ts'
import type { ComparedTeam } from '@kept/domain/behavior-run.ts'
import type { EnvironmentAnalysis } from '@kept/domain/environment.ts'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { allPages } from '../../csv/all-pages.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'
import { sortRows } from '../../table/sort-rows.ts'
import { type BehaviorView, questionOf } from './behavior-view.ts'
import { environmentSorts } from './sorts.ts'

const pageSize = 2000

const environmentColumns: readonly ListColumn<EnvironmentAnalysis>[] = [
  ['Environment', 'environment_id'],
  ['Name', 'environment_name'],
  ['Project', 'project'],
  ['Type', 'type'],
  ['Team', 'team'],
  ['Status', 'status'],
  ['Hours run', 'total_runtime_hours'],
  ['Hours used', 'actual_usage_hours'],
  ['Utilization', 'utilization'],
  ['Waste, percent', 'waste_percentage'],
  ['Currency', 'currency'],
  ['Cost an hour', 'cost_per_hour'],
  ['Cost', 'total_cost'],
  ['Wasted', 'wasted_cost'],
  ['Last activity', 'last_activity'],
  ['Confidence', 'confidence'],
  ['Unknown', 'skip_reasons'],
]

/** All of them, also where the screen shows the most wasteful only, in its order. */
export async function environmentsList(view: BehaviorView): Promise<List> {
  const question = questionOf(view)
  const rows = await allPages((page) =>
    queryClient.fetchQuery(
      api.developerBehavior.environments.queryOptions({ input: { ...question, page, page_size: pageSize } }),
    ),
  )
  return listOf(sortRows(rows, environmentSorts, view.sort), environmentColumns)
}

const teamColumns: readonly ListColumn<ComparedTeam>[] = [
  ['Team', 'team_name'],
  ['Members', 'member_count'],
  ['Environments', 'environments'],
  ['Currency', 'currency'],
  ['Total cost', 'total_cost'],
  ['Wasted', 'wasted_cost'],
  ['Efficiency', 'efficiency_score'],
  ['Hours used per working day', ({ wasted_cost, avg_usage_hours }) => wasted_cost && avg_usage_hours],
  ['Peak hours', ({ peak_hours }) => peak_hours.map(({ start, end }) => `${start} to ${end}`)],
  ['Time zone', 'time_zone'],
  ['Zombie environments', ({ waste_opportunities }) => waste_opportunities.zombie_environments],
  // Without an activity source, a team's waste is unknown.
  ['After hours', ({ wasted_cost, waste_opportunities: waste }) => wasted_cost && waste.after_hours_waste],
  ['Weekends', ({ wasted_cost, waste_opportunities: waste }) => wasted_cost && waste.weekend_waste],
  ['Holidays', ({ wasted_cost, waste_opportunities: waste }) => wasted_cost && waste.holiday_waste],
]

export const teamsList = (teams: readonly ComparedTeam[]): List => listOf(teams, teamColumns)

const insightColumns: readonly ListColumn<Insight>[] = [
  ['Insight', 'title'],
  ['Kind', 'type'],
  ['Impact', 'impact'],
  ['Confidence', 'confidence'],
  ['Data points', 'data_points'],
  ['What was seen', 'description'],
  ['What to do', 'action'],
]

export const insightsList = (insights: readonly Insight[]): List => listOf(insights, insightColumns)
