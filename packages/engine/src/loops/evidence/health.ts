/**
 * Why might this be healthy? What every evaluation has to pass, whatever detector it comes from: evidence against it that
 * does not depend on the kind of loop. A detector adds what only its own kind has (decision 0147 lists both).
 */
import type { LoopEvaluation } from '../evaluation.ts'
import type { View } from '../view.ts'
import { drains } from './drains.ts'

/** Levels and sizes have no runs that could end. */
const ofLevels = new Set(['memory_leak_loop', 'auto_scaling_loop', 'custom_pattern'])

/** The same evaluation, with what speaks against it. Only what would be an alarm is asked. */
export function withHealth(evaluation: LoopEvaluation, view: View): LoopEvaluation {
  const { type, shape, excludedBy, features } = evaluation
  if (!shape || excludedBy !== null || ofLevels.has(type)) return evaluation
  const against = drains(evaluation, view)
  return against.length === 0 ? evaluation : { ...evaluation, shape: false, features: [...features, ...against] }
}
