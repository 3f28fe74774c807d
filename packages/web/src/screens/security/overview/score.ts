import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { checkWeights } from '@kept/domain/security-check.ts'
import { addDays, eachDay } from '@kept/foundation/calendar/day.ts'
import { formatDay } from '@kept/foundation/format/day.ts'
import { counted } from '@kept/foundation/format/number.ts'

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

type History = SecurityOverview['history']

/** Every day from the first recorded one to the last; null where none was recorded. */
export function trendRows(days: History['days']): { day: string; score: number | null }[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const scores = new Map(days.map(({ day, score }) => [day, score]))
  return eachDay(first.day, addDays(last.day, 1)).map((day) => ({ day, score: scores.get(day) ?? null }))
}

/** "78 on Oct 27, 2026, 4 points more now"; empty while the history is younger than a month. */
export function changeSentence({ change }: History): string {
  if (!change) return ''
  const { day, score, points } = change
  const direction = points === 0 ? 'the same' : `${counted(Math.abs(points), 'point')} ${points > 0 ? 'more' : 'less'}`
  return `${score} on ${formatDay(day)}, ${direction} now`
}
