/** The analysis as a person reads it in a shell: the waste first, then who and what, then what to do. */
import { add, type Decimal, toPlaces } from '@kept/domain/decimal.ts'
import { toInstant } from '@kept/engine/behaviour/quarters.ts'
import { type Terminal, textTable } from '../terminal.ts'
import type { FilesAnalysis } from './analyse-files.ts'

const mostEnvironments = 15
const mostRecommendations = 10

export function printBehaviour(analysis: FilesAnalysis, terminal: Terminal): void {
  const { out, style, width } = terminal
  const { window, environments, teams, recommendations, insights, read, notes } = analysis
  const zombies = environments.filter(({ zombie }) => zombie.is).length
  out(`\n${style('strong', `${headline(teams)} from ${day(window.from)} up to ${day(window.to)}`)}\n`)
  out(
    `${environments.length} environments, ${zombies} of them zombies; ${read.events.toLocaleString('en-US')} event${read.events === 1 ? '' : 's'}.\n\n`,
  )
  out(
    `${textTable(
      [
        { head: 'team' },
        { head: 'zone' },
        ...['cost', 'holidays', 'weekends', 'after hours', 'score'].map((head) => ({ head, align: 'right' as const })),
      ],
      teams.map((team) => [
        team.team_name || '(none)',
        team.timezone,
        `${figure(team.total_cost)} ${team.currency}`,
        // Where nobody listens, what was wasted is not known.
        ...(['holiday', 'weekend', 'after_hours'] as const).map((kind) =>
          team.wasted_cost === null ? '-' : figure(team.waste[kind].cost),
        ),
        team.efficiency_score === null ? '-' : String(team.efficiency_score),
      ]),
      width,
    )}\n\n`,
  )
  const worst = environments
    .map(({ analysis: each }) => each)
    .toSorted((a, b) => Number(b.wasted_cost ?? -1) - Number(a.wasted_cost ?? -1))
    .slice(0, mostEnvironments)
  out(
    `${textTable(
      [
        { head: 'environment' },
        { head: 'team' },
        ...['used', 'ran', 'waste', 'wasted'].map((head) => ({ head, align: 'right' as const })),
        { head: 'status' },
      ],
      worst.map((each) => [
        each.environment_name || each.environment_id,
        each.team || '(none)',
        `${each.actual_usage_hours} h`,
        `${each.total_runtime_hours} h`,
        each.waste_percentage === null ? '-' : `${Math.round(each.waste_percentage)} %`,
        each.wasted_cost === null ? '-' : `${figure(each.wasted_cost)} ${each.currency}`,
        each.status,
      ]),
      width,
    )}\n`,
  )
  if (environments.length > worst.length)
    out(style('quiet', `${worst.length} of ${environments.length} environments; --json has all of them.\n`))
  if (recommendations.length > 0) out(`\n${style('strong', 'What to do')}\n`)
  for (const one of recommendations.slice(0, mostRecommendations)) {
    out(
      `  ${figure(one.potential_monthly_savings)} ${one.currency} a month  ${one.title}\n${style('quiet', `    ${one.description}`)}\n`,
    )
  }
  if (recommendations.length > mostRecommendations)
    out(style('quiet', `${mostRecommendations} of ${recommendations.length} recommendations.\n`))
  if (insights.length > 0) out(`\n${style('strong', 'What stands out')}\n`)
  for (const { title, description } of insights.slice(0, mostRecommendations))
    out(`  ${title}. ${style('quiet', description)}\n`)
  // Said once of a team that is told about in two currencies.
  for (const note of new Set([
    ...notes,
    ...teams.flatMap((team) => team.why_not.map((why) => `Team ${team.team_name || '(none)'}: ${why}`)),
  ])) {
    out(style('quiet', `Note: ${note}\n`))
  }
  const [first] = read.setAside
  if (first)
    out(
      style(
        'watch',
        `${read.setAsideCount} record${read.setAsideCount === 1 ? ' was' : 's were'} set aside; the first, ${first.file}, ${first.place}: ${first.reason}\n`,
      ),
    )
}

/** One total for each currency: two are never added. Where nobody listens, nothing is known of waste. */
function headline(teams: FilesAnalysis['teams']): string {
  const sums = new Map<string, Decimal>()
  for (const { currency, wasted_cost } of teams) {
    if (currency !== '' && wasted_cost !== null) sums.set(currency, add(sums.get(currency) ?? '0', wasted_cost))
  }
  if (sums.size === 0) return 'What was wasted is not known: no sign of use in what ran was received'
  return `Wasted ${[...sums].map(([currency, sum]) => `${figure(sum)} ${currency}`).join(' and ')}`
}

function figure(amount: Decimal): string {
  return toPlaces(amount, 2).replace(/\B(?=(\d{3})+(?!\d)(?=.*\.|$))/g, ',')
}

function day(quarter: number): string {
  return toInstant(quarter).slice(0, 10)
}
