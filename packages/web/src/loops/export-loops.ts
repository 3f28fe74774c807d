/** Loops as a file, as the list shows them. */
import type { ListedLoop } from '@kept/contract/routes/loops.ts'
import { api } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import { type List, type ListColumn, listOf } from '../csv/list-file.ts'
import type { LoopsView } from './loop-text.ts'

const columns: readonly ListColumn<ListedLoop>[] = [
  ['Resource', 'resource_id'],
  ['Resource name', 'resource_name'],
  ['Kind of resource', 'resource_type'],
  ['Provider', 'provider'],
  ['Region', 'region'],
  ['Loop', 'loop_type'],
  ['Confirmed', 'confirmed'],
  ['Severity', 'severity'],
  ['Status', 'status'],
  ['Detected', 'detected_at'],
  ['Last seen', 'last_seen_at'],
  ['Resolved', 'resolved_at'],
  ['Seconds', 'duration_seconds'],
  ['Currency', ({ cost_impact }) => cost_impact.currency],
  ['Cost an hour', ({ cost_impact }) => cost_impact.estimated_hourly_cost],
  ['Cost so far', ({ cost_impact }) => cost_impact.estimated_total_cost],
  ['Iterations', ({ loop_metrics }) => loop_metrics.iteration_count],
  ['Iterations per minute', ({ loop_metrics }) => loop_metrics.resource_consumption_rate],
  ['Probable cause', ({ root_cause_analysis }) => root_cause_analysis.probable_cause],
  ['Id', 'id'],
]

/** As many as the server has, also where the page shows the first ones only. */
export async function loopsList({ show, sort }: Pick<LoopsView, 'show' | 'sort'>): Promise<List> {
  const { data } = await queryClient.fetchQuery(api.loops.list.queryOptions({ input: { show, sort, limit: 500 } }))
  return listOf(data, columns)
}

/** Those that are only suspected: volume, and a part of the shape. */
export async function suspectedList(): Promise<List> {
  const input = { suspected: 'true', show: 'active', limit: 500 } as const
  const { data } = await queryClient.fetchQuery(api.loops.list.queryOptions({ input }))
  return listOf(data, columns)
}
