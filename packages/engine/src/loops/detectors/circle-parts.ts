import type { LoopEvaluation } from '../evaluation.ts'
import type { Circle } from '../lineage/circles.ts'
import type { View } from '../view.ts'

/** The parts of an evaluation that come from a circle, of whatever type. */
export function circleParts(
  circle: Circle,
  view: View,
  iterations: number,
  minutes: number,
): Pick<
  LoopEvaluation,
  | 'resource'
  | 'resourceIds'
  | 'edges'
  | 'metrics'
  | 'cycle'
  | 'gain'
  | 'gainLow'
  | 'entryEdge'
  | 'fixEdge'
  | 'systems'
  | 'traces'
  | 'nodeRates'
> {
  const resources = circle.nodes.map((node) => view.nodes.get(node).resource)
  return {
    resource: view.nodes.get(circle.main).resource,
    resourceIds: [...new Set(resources.map(({ id }) => id))].sort(),
    edges: circle.cycle.map(({ from, to }) => `${from} → ${to}`).sort(),
    metrics: {
      iterations: Math.round(iterations),
      perMinute: iterations / minutes,
      avgMs: circle.avgMs,
      memoryMb: circle.memoryMb > 0 ? circle.memoryMb : null,
      cpuPercent: null,
    },
    cycle: circle.cycle,
    gain: circle.gain,
    gainLow: circle.gainLow,
    entryEdge: circle.entryEdge,
    fixEdge: circle.fixEdge,
    systems: [...new Set(resources.map(({ name }) => name))].sort(),
    traces: circle.traces,
    nodeRates: circle.nodes.map((node) => [node, (view.nodeSums(minutes).get(node)?.iterations ?? 0) / minutes]),
  }
}
