import { type CheckResult, checkWeights, SCORE_COMPARED_DAYS } from '@kept/domain/security-check.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'

interface SecurityScore {
  /** 0 to 100: the points earned, as a share of those possible; 100 when nothing applies. */
  value: number
  earned: number
  possible: number
}

/** A check that does not apply counts for nothing. */
export function scoreOf(results: readonly Pick<CheckResult, 'severity' | 'status'>[]): SecurityScore {
  const points = (status: CheckResult['status']) =>
    results.reduce((sum, result) => sum + (result.status === status ? checkWeights[result.severity] : 0), 0)
  const earned = points('pass')
  const possible = earned + points('fail')
  return { value: possible === 0 ? 100 : Math.floor((100 * earned) / possible), earned, possible }
}

interface DayScore {
  /** YYYY-MM-DD. */
  day: string
  score: number
}

/** A record that is older than the compared day by more than this says nothing of it. */
const MAX_GAP_DAYS = 6

/**
 * The last score against that of 30 days before, or of the last recorded day shortly before that one. Null while the
 * history is younger. `days` are in order.
 */
export function scoreChange(days: readonly DayScore[]): (DayScore & { points: number }) | null {
  const last = days.at(-1)
  if (!last) return null
  const expected = addDays(last.day, -SCORE_COMPARED_DAYS)
  const compared = days.findLast(({ day }) => day <= expected)
  if (!compared || compared.day < addDays(expected, -MAX_GAP_DAYS)) return null
  return { day: compared.day, score: compared.score, points: last.score - compared.score }
}
