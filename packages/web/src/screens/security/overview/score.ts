import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { checkWeights } from '@kept/domain/security-check.ts'

type Check = SecurityOverview['checks'][number]

/** The failing check that is worth most, and the score once it passes; undefined without a failing one. */
export function nextGain({
  score,
  checks,
}: Pick<SecurityOverview, 'score' | 'checks'>): { check: Check; score: number } | undefined {
  const [check] = checks
    .filter(({ status }) => status === 'fail')
    .sort((a, b) => checkWeights[b.severity] - checkWeights[a.severity])
  if (!check || score.possible === 0) return undefined
  // Rounded down, as the server does.
  return { check, score: Math.floor((100 * (score.earned + checkWeights[check.severity])) / score.possible) }
}
