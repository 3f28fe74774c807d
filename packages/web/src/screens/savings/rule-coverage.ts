/** What the rules covered: the result of each, and which of them lack data. */
import type { RuleEvaluation } from '@kept/domain/recommendation.ts'

export const coverages = ['savings', 'nothing', 'incomplete', 'no_data'] as const
export type Coverage = (typeof coverages)[number]

/**
 * `savings` has recommendations and all data, `nothing` all data and none, `incomplete` lacks the data of some resources,
 * `no_data` of all. The skip reasons that name data to connect begin with "Needs".
 */
export function coverageOf({ recommendations, evaluated_count: evaluated, skip_reasons }: RuleEvaluation): Coverage {
  const lacksData = skip_reasons.some((reason) => reason.startsWith('Needs '))
  if (lacksData) return evaluated === 0 && recommendations === 0 ? 'no_data' : 'incomplete'
  return recommendations > 0 ? 'savings' : 'nothing'
}
