/** Prints an analysis as text: wasted cost, teams, environments, recommendations, insights. */
import { toInstant } from '@kept/engine/behavior/quarters.ts'
import { add, type Decimal, toPlaces } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import { type Terminal, textTable } from '../terminal.ts'
import type { FilesAnalysis } from './analyze-files.ts'

const maxEnvironments = 15
const maxRecommendations = 10

export function printBehavior(analysis: FilesAnalysis, terminal: Terminal): void {
  printTotals(analysis, terminal)
  printTeams(analysis, terminal)
  printEnvironments(analysis, terminal)
  printRecommendations(analysis, terminal)
  printInsights(analysis, terminal)
  printNotes(analysis, terminal)
}

function printTotals({ window, teams, environments, read }: FilesAnalysis, { out, style }: Terminal): void {
  const zombies = environments.filter(({ zombie }) => zombie.is).length
  out(`\n${style('strong', `${headline(teams)} from ${day(window.from)} to ${day(window.to)} (exclusive)`)}\n`)
  out(
    `${environments.length} environments, ${zombies} zombies, ${formatCount(read.events)} event${read.events === 1 ? '' : 's'}.\n\n`,
  )
}

function printTeams({ teams }: FilesAnalysis, { out, width }: Terminal): void {
  out(
    `${textTable(
      [
        { head: 'team' },
        { head: 'time zone' },
        ...['cost', 'holidays', 'weekends', 'after hours', 'idle in hours', 'score'].map((head) => ({
          head,
          align: 'right' as const,
        })),
      ],
      teams.map((team) => [
        team.team_name || '(none)',
        team.time_zone,
        formatMoney(team.total_cost, team.currency),
        // Without activity data, the wasted cost is unknown.
        ...(['holiday', 'weekend', 'after_hours', 'in_hours_idle'] as const).map((kind) =>
          team.wasted_cost === null ? '-' : figure(team.waste[kind].cost),
        ),
        team.efficiency_score === null ? '-' : String(team.efficiency_score),
      ]),
      width,
    )}\n\n`,
  )
}

function printEnvironments({ environments }: FilesAnalysis, { out, style, width }: Terminal): void {
  const topEnvironments = environments
    .map(({ analysis: environment }) => environment)
    .toSorted((a, b) => Number(b.wasted_cost ?? -1) - Number(a.wasted_cost ?? -1))
    .slice(0, maxEnvironments)
  out(
    `${textTable(
      [
        { head: 'environment' },
        { head: 'team' },
        ...['used', 'ran', 'waste', 'wasted'].map((head) => ({ head, align: 'right' as const })),
        { head: 'status' },
      ],
      topEnvironments.map((environment) => [
        environment.environment_name || environment.environment_id,
        environment.team || '(none)',
        `${environment.actual_usage_hours} h`,
        `${environment.total_runtime_hours} h`,
        environment.waste_percentage === null ? '-' : `${Math.round(environment.waste_percentage)}%`,
        environment.wasted_cost === null ? '-' : formatMoney(environment.wasted_cost, environment.currency),
        environment.status,
      ]),
      width,
    )}\n`,
  )
  if (environments.length > topEnvironments.length)
    out(
      style(
        'quiet',
        `${topEnvironments.length} of ${environments.length} environments shown. Use --json to see all.\n`,
      ),
    )
}

function printRecommendations({ recommendations }: FilesAnalysis, { out, style }: Terminal): void {
  if (recommendations.length > 0) out(`\n${style('strong', 'Recommendations')}\n`)
  for (const recommendation of recommendations.slice(0, maxRecommendations)) {
    out(
      `  ${formatMoney(recommendation.potential_monthly_savings, recommendation.currency)} a month  ${recommendation.title}\n${style('quiet', `    ${recommendation.description}`)}\n`,
    )
  }
  if (recommendations.length > maxRecommendations)
    out(
      style(
        'quiet',
        `${maxRecommendations} of ${recommendations.length} recommendations shown. Use --json to see all.\n`,
      ),
    )
}

function printInsights({ insights }: FilesAnalysis, { out, style }: Terminal): void {
  if (insights.length > 0) out(`\n${style('strong', 'Insights')}\n`)
  for (const { title, description } of insights.slice(0, maxRecommendations))
    out(`  ${title}. ${style('quiet', description)}\n`)
}

function printNotes({ notes, teams, read }: FilesAnalysis, { out, style }: Terminal): void {
  // A team with two currencies has the same skip reason twice.
  for (const note of new Set([
    ...notes,
    ...teams.flatMap((team) => team.skip_reasons.map((reason) => `Team ${team.team_name || '(none)'}: ${reason}`)),
  ])) {
    out(style('quiet', `Note: ${note}\n`))
  }
  const [first] = read.rejectedRows
  if (first)
    out(
      style(
        'watch',
        `${read.rejectedCount} record${read.rejectedCount === 1 ? ' was' : 's were'} skipped. First: ${first.file}, ${first.location}: ${first.reason}\n`,
      ),
    )
}

/** One total per currency. Without activity data the wasted cost is unknown. */
function headline(teams: FilesAnalysis['teams']): string {
  const sums = new Map<string, Decimal>()
  for (const { currency, wasted_cost } of teams) {
    if (currency !== '' && wasted_cost !== null) sums.set(currency, add(sums.get(currency) ?? '0', wasted_cost))
  }
  if (sums.size === 0) return 'Wasted cost unknown (no activity received for what ran)'
  return `Wasted ${[...sums].map(([currency, sum]) => formatMoney(sum, currency)).join(' and ')}`
}

function figure(amount: Decimal): string {
  return toPlaces(amount, 2).replace(/\B(?=(\d{3})+(?!\d)(?=.*\.|$))/g, ',')
}

function day(quarter: number): string {
  return toInstant(quarter).slice(0, 10)
}
