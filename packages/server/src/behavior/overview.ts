/** Overview figures from stored analyses: totals by team in one currency, compared with the previous window. */
import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior-shapes.ts'
import type { BehaviorSummary, ComparedTeam } from '@kept/domain/behavior-run.ts'
import { type Decimal, decimal, isZero, subtract, sum, toNumber } from '@kept/foundation/decimal.ts'

const maxOpportunities = 10

type Figures = Omit<BehaviorOverview, 'analyzed' | 'last_run' | 'available_data'>

const emptySummary: BehaviorSummary = { teams: [], recommendations: [], insights: [], notes: [] }

/** Without a result (these days were not analyzed) every figure is null. */
export function overviewOf(result: BehaviorSummary | undefined, team: string | undefined): Figures {
  const summary = result ?? emptySummary
  const requestedTeams = summary.teams.filter(({ team_name }) => team === undefined || team_name === team)
  const currency = mainCurrency(requestedTeams)
  const teams = requestedTeams.filter((entry) => entry.currency === currency || entry.currency === '')
  const recommendations = summary.recommendations.filter(
    (recommendation) =>
      (recommendation.currency === currency || recommendation.currency === '') &&
      (team === undefined || recommendation.team === team),
  )
  const before = teams.flatMap(({ previous }) => previous ?? [])
  const isCompared = before.length > 0
  const [waste, wasteBefore] = [sumOfKnown(teams.map(monthlyWaste)), sumOfKnown(before.map(monthlyWaste))]
  const saving = sum(recommendations.map((recommendation) => decimal(recommendation.potential_monthly_savings)))
  const savingBefore = sum(before.map((entry) => decimal(entry.potential_monthly_savings)))
  const [score, scoreBefore] = [mean(teams), mean(before)]
  // Counts cover all currencies.
  const zombies = requestedTeams.reduce((all, entry) => all + entry.waste_opportunities.zombie_environments, 0)
  const zombiesBefore = requestedTeams.reduce((all, { previous }) => all + (previous?.zombie_environments ?? 0), 0)
  // Without activity data nothing is measured, so a zero would be a claim.
  const isMeasured = (figure: number) => waste !== null || figure !== 0
  return {
    teams: [...new Set(summary.teams.map(({ team_name }) => team_name))].sort(),
    currency,
    other_currencies: [...new Set(requestedTeams.map((entry) => entry.currency))].filter(
      (value) => value !== currency && value !== '',
    ),
    cards: {
      monthly_waste: {
        amount: waste,
        change_percent: waste !== null && wasteBefore !== null ? changeOf(waste, wasteBefore) : null,
      },
      potential_savings: {
        amount: isMeasured(toNumber(saving)) ? saving : null,
        change_percent: isCompared ? changeOf(saving, savingBefore) : null,
      },
      efficiency_score: {
        percent: score,
        change_points: score === null || scoreBefore === null ? null : round(score - scoreBefore),
      },
      zombie_environments: {
        count: isMeasured(zombies) ? zombies : null,
        change: requestedTeams.some(({ previous }) => previous) ? zombies - zombiesBefore : null,
      },
    },
    efficiency_trend: trendOf(teams),
    waste_breakdown: teams.some(({ wasted_cost }) => wasted_cost !== null) ? breakdownOf(teams) : null,
    opportunities: recommendations.slice(0, maxOpportunities),
    heat_maps: teams.map(({ team_name: team, time_zone, heat_map, wasted_cost }) => ({
      ...{ team, time_zone, heat_map },
      is_observed: wasted_cost !== null,
    })),
    notes: [
      ...summary.notes,
      ...teams.flatMap((entry) => entry.skip_reasons.map((reason) => `${nameOfTeam(entry)}: ${reason}`)),
    ],
  }
}

/** The currency with the highest costs. The overview shows only this one. */
function mainCurrency(teams: readonly ComparedTeam[]): string {
  const paid = Map.groupBy(
    teams.filter(({ currency }) => currency !== ''),
    ({ currency }) => currency,
  )
  const totals = [...paid].map(([currency, teamsOfCurrency]) => ({
    currency,
    total: toNumber(sum(teamsOfCurrency.map((entry) => decimal(entry.total_cost)))),
  }))
  return totals.toSorted((a, b) => b.total - a.total)[0]?.currency ?? 'USD'
}

function monthlyWaste({ monthly_waste }: { monthly_waste: string | null }): Decimal | null {
  return monthly_waste === null ? null : decimal(monthly_waste)
}

/** Returns the sum of the known values, or null when none is known. */
function sumOfKnown(amounts: readonly (Decimal | null)[]): Decimal | null {
  const all = amounts.filter((amount) => amount !== null)
  return all.length === 0 ? null : sum(all)
}

function changeOf(now: Decimal, before: Decimal): number | null {
  return isZero(before) ? null : round((100 * toNumber(subtract(now, before))) / Math.abs(toNumber(before)))
}

function mean(teams: readonly { efficiency_score: number | null }[]): number | null {
  const scores = teams.flatMap(({ efficiency_score }) => efficiency_score ?? [])
  return scores.length === 0 ? null : Math.round(scores.reduce((all, score) => all + score, 0) / scores.length)
}

function trendOf(teams: readonly ComparedTeam[]): Figures['efficiency_trend'] {
  const weeks = [...new Set(teams.flatMap((entry) => entry.weekly_efficiency.map(({ week }) => week)))].sort()
  return weeks.map((week) => ({
    week,
    days: Math.max(
      ...teams.flatMap((entry) =>
        entry.weekly_efficiency.filter((score) => score.week === week).map(({ days }) => days),
      ),
    ),
    scores: teams.map((entry) => ({
      team: entry.team_name,
      score: entry.weekly_efficiency.find((score) => score.week === week)?.efficiency_score ?? null,
    })),
  }))
}

function breakdownOf(teams: readonly ComparedTeam[]): Figures['waste_breakdown'] {
  return {
    after_hours: added(teams, 'after_hours_waste'),
    weekends: added(teams, 'weekend_waste'),
    holidays: added(teams, 'holiday_waste'),
    working_hours: added(teams, 'working_hours_waste'),
    zombie_environments: added(teams, 'zombie_waste'),
  }
}

function added(
  teams: readonly ComparedTeam[],
  part: Exclude<keyof ComparedTeam['waste_opportunities'], 'zombie_environments'>,
): Decimal {
  return sum(teams.map((entry) => decimal(entry.waste_opportunities[part])))
}

function nameOfTeam({ team_name }: ComparedTeam): string {
  return team_name === '' ? 'No team' : `Team ${team_name}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
