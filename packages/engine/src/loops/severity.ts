import type { LoopSeverity } from '@kept/domain/loop.ts'
import { type Decimal, toNumber } from '@kept/foundation/decimal.ts'
import type { LoopEvaluation } from './evaluation.ts'

/** How urgent: by what it costs, or by how far beyond its threshold it is; what feeds itself is never low. */
export function severityOf(evaluation: LoopEvaluation, threshold: number, hourly: Decimal | null): LoopSeverity {
  const minutesLeft = evaluation.features.find(({ name }) => name === 'minutes_left')?.value ?? 0
  const steps: LoopSeverity[] = ['low', 'medium', 'high', 'critical']
  const byCost = hourly === null ? -1 : rank(toNumber(hourly), [1, 10, 100])
  const byVolume = rank(evaluation.volume / Math.max(1e-9, threshold), [2, 5, 20])
  const runaway = Math.max(rank(evaluation.gain ?? 0, [0.9375, 0.97]), minutesLeft > 0 && minutesLeft < 30 ? 2 : 0)
  const level = Math.max(byCost === -1 ? byVolume : byCost, runaway)
  return steps[level] ?? 'low'
}

function rank(value: number, limits: readonly number[]): number {
  return limits.filter((limit) => value >= limit).length
}
