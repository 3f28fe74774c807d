import type { LoopEvaluation } from '../evaluation.ts'
import { feature, figure } from '../evaluation.ts'
import { asAlways } from '../lineage/as-always.ts'
import type { QueueCircle } from '../lineage/queue-circles.ts'
import type { View } from '../view.ts'

/** As the mean length of a chain that AWS stops: of sixteen messages one came from outside. */
const awsGain = 15 / 16
const longChain = 16
/** A chain ends once in all its length; where every third run is an end, the messages branch and come to one. */
const treeEnds = 0.3

/** The parts of an evaluation that come from a circle of queues, of whatever type. */
export function queueCircleParts(
  circle: QueueCircle,
  view: View,
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
  | 'systems'
  | 'traces'
  | 'nodeRates'
  | 'features'
  | 'excludedBy'
> {
  const [main] = circle.resources
  if (!main) throw new Error('A circle of queues has a consumer.')
  const { perEntry, gain, gainLow, iterations } = circle
  return {
    resource: main,
    resourceIds: circle.resources.map(({ id }) => id).sort(),
    edges: circle.destinations,
    metrics: {
      iterations: Math.round(iterations),
      perMinute: iterations / minutes,
      avgMs: null,
      memoryMb: null,
      cpuPercent: null,
    },
    cycle: circle.flows.slice(0, 20).map(({ from, to, count }) => ({ from, to, count: Math.round(count) })),
    gain,
    gainLow,
    excludedBy: circle.endShare >= treeEnds ? 'its branches end by themselves' : null,
    systems: [...new Set(circle.resources.map(({ name }) => name))].sort(),
    traces: [circle.trace],
    nodeRates: circle.nodes.map((node): [number, number] => [
      node,
      view.nodeSums(minutes).has(node) ? iterations / minutes : 0,
    ]),
    features: [
      feature(
        'gain',
        gainLow,
        gainLow >= awsGain,
        `${figure(gain * 100)}% of its messages come from the queue itself (at least ${figure(gainLow * 100)}%)`,
      ),
      feature(
        'amplification',
        perEntry,
        perEntry >= longChain,
        `${figure(perEntry)} messages for each one from outside`,
      ),
      ...asAlways(
        view,
        circle.destinations.map((name) => `queue ${name}`),
      ),
    ],
  }
}
