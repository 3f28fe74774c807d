/** What the statistics of loops show, as files. */
import type { LoopStatistics } from '@kept/domain/loop.ts'
import { type List, listOf } from '../../csv/list-file.ts'

type Writer = (statistics: LoopStatistics, currency: string) => Promise<List>

const byType: Writer = async ({ breakdown_by_type: rows }, currency) =>
  listOf(rows, [
    ['Type', 'loop_type'],
    ['Loops', 'count'],
    ['Currency', () => currency],
    ['Average cost', 'avg_cost_impact'],
    ['Average minutes', 'avg_duration_minutes'],
  ])

const byProvider: Writer = async ({ breakdown_by_provider: rows }, currency) =>
  listOf(rows, [
    ['Provider', 'provider'],
    ['Loops', 'count'],
    ['Currency', () => currency],
    ['Cost', 'cost_impact'],
    ['Resolved', 'resolution_rate'],
  ])

const byDay: Writer = async ({ trends }, currency) =>
  listOf(trends.toReversed(), [
    ['Day', 'date'],
    ['Loops', 'detections'],
    ['Currency', () => currency],
    ['Cost', 'cost_impact'],
    ['Resolved', 'resolution_rate'],
  ])

const resources: Writer = async ({ top_affected_resources: rows }, currency) =>
  listOf(rows, [
    ['Resource', 'resource_id'],
    ['Resource name', 'resource_name'],
    ['Kind of resource', 'resource_type'],
    ['Loops', 'loop_count'],
    ['Currency', () => currency],
    ['Cost', 'total_cost_impact'],
  ])

const prevention: Writer = async ({ prevention_recommendations: rows }, currency) =>
  listOf(rows, [
    ['Fix', 'title'],
    ['What it is', 'description'],
    ['Currency', () => currency],
    ['Would have saved', 'potential_savings'],
    ['Effort', 'implementation_effort'],
    ['Kind', 'type'],
  ])

export const writers = { prevention, byType, byProvider, byDay, resources }
