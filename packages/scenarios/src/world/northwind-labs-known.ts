/** Metrics and inventory of the labs, which show how little of it is used. */
import type { Builder } from './builder.ts'
import type { Special } from './known.ts'
import type { Measurement } from './world.ts'

const always = { is: 'steady' } as const
const calmTraffic = { is: 'traffic', night: 0.5, weekend: 0.8, perWeek: 0 } as const

/** The activity of each resource: its name, the metric, and its level. */
const quiet: readonly [string, Measurement['metric'], number][] = [
  ['old-office', 'network_out', 300],
  ['try-cache', 'connections', 2],
  ['try-mesh', 'cpu_utilization', 1.2],
  ['churn-v1', 'requests', 0],
  ['clicks-old', 'records', 0],
  ['try-dwh', 'connections', 0],
  ['train-gpu', 'gpu_utilization', 1],
]
const halfUsed: readonly [string, Measurement['metric'], number][] = [
  ['features-cache', 'cpu_utilization', 22],
  ['features-cache', 'memory_utilization', 28],
  ['features-cache', 'connections', 60],
  ['experiments-db', 'cpu_utilization', 24],
  ['experiments-db', 'memory_utilization', 31],
  ['experiments-db', 'connections', 30],
  ['features', 'capacity_utilization', 10],
  ['notebook-hub', 'cpu_utilization', 20],
  ['notebook-hub', 'memory_utilization', 24],
]

export function describeLabsKnown(world: Builder, instant: (daysAgo: number) => string): [string, Special][] {
  for (const [name, metric, level] of quiet) world.measure({ resource: world.find(name), metric, level, shape: always })
  for (const [name, metric, level] of halfUsed)
    world.measure({ resource: world.find(name), metric, level, shape: calmTraffic })
  return [
    // Its processors load data for an accelerator that waits.
    ['train-gpu', { isBusy: true }],
    ['experiments-db', {}],
    ['erp-migration', { state: 'stopped', state_since: instant(190) }],
    ['labs/builds', { created_at: instant(700), attributes: { last_used: instant(210) } }],
  ]
}
