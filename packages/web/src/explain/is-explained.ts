import type { Measure } from '@kept/domain/cube.ts'
import type { ExplanationMeasure } from '@kept/domain/explanation.ts'

/** The measures whose changes are explained. */
export function isExplained(measure: Measure): measure is ExplanationMeasure {
  return measure === 'effective' || measure === 'billed'
}
