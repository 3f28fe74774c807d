/**
 * One cause, one incident: failures that come with messages which are delivered again and again are those deliveries, and
 * no attempts of their own.
 */
import { edgeEnds } from '../aggregate/minute-facts.ts'
import type { LoopEvaluation } from '../evaluation.ts'
import { isTrue } from '../incidents.ts'
import type { View } from '../view.ts'

/** Leaves out the storms of failures whose runs another loop of the same minute explains. */
export function withoutExplained<Item extends { evaluation: LoopEvaluation }>(
  evaluated: readonly Item[],
  view: View,
  minutes: number,
): Item[] {
  const redelivered = new Set(
    evaluated
      .filter(({ evaluation }) => evaluation.type === 'batch_processing_loop' && isTrue(evaluation))
      .flatMap(({ evaluation }) => nodesOf(evaluation)),
  )
  const distinct = withoutRepeated(evaluated)
  if (redelivered.size === 0) return distinct
  const explained = new Set(redelivered)
  for (const key of view.edgeSums(minutes).keys()) {
    const [from, to] = edgeEnds(key)
    if (redelivered.has(from)) explained.add(to)
  }
  return distinct.filter(({ evaluation }) => {
    const nodes = nodesOf(evaluation)
    return !isStorm(evaluation) || nodes.length === 0 || nodes.some((node) => !explained.has(node))
  })
}

/** What runs as steadily as a machine, where another loop of the same resource tells what it is. */
function withoutRepeated<Item extends { evaluation: LoopEvaluation }>(evaluated: readonly Item[]): Item[] {
  const isSteady = ({ features }: LoopEvaluation) => features.some(({ name }) => name === 'machine_steady')
  const held = new Set(
    evaluated.flatMap(({ evaluation }) => (!isSteady(evaluation) && isTrue(evaluation) ? evaluation.resourceIds : [])),
  )
  return evaluated.filter(({ evaluation }) => !isSteady(evaluation) || !held.has(evaluation.resource.id))
}

const nodesOf = ({ nodeRates = [] }: LoopEvaluation) => nodeRates.map(([node]) => node)

/** Told by how often it runs, and by nothing that ties one attempt to the next. */
function isStorm({ type, features }: LoopEvaluation): boolean {
  const has = (name: string) => features.some((feature) => feature.name === name)
  return type === 'infinite_retry' && has('attempts_per_operation') && !has('gap_growth')
}
