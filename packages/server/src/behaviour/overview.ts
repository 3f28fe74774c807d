/** The figures of the screen from what a run kept: added up by team, in one currency, against the days before. */
import type { BehaviorOverview } from '@kept/contract/routes/developer-behavior.ts'
import type { BehaviourSummary, ComparedTeam } from '@kept/domain/behaviour-run.ts'
import { type Decimal, decimal, isZero, subtract, sum, toNumber } from '@kept/domain/decimal.ts'

const mostOpportunities = 10

type Figures = Omit<BehaviorOverview, 'analysed' | 'last_run' | 'here'>

export function overviewOf(summary: BehaviourSummary, team: string | undefined): Figures {
  const asked = summary.teams.filter(({ team_name }) => team === undefined || team_name === team)
  const currency = mainCurrency(asked)
  const teams = asked.filter((one) => one.currency === currency || one.currency === '')
  const recommendations = summary.recommendations.filter(
    (one) => (one.currency === currency || one.currency === '') && (team === undefined || one.team === team),
  )
  const before = teams.flatMap(({ previous }) => previous ?? [])
  const isCompared = before.length > 0
  const [waste, wasteBefore] = [known(teams.map(monthlyWaste)), known(before.map(monthlyWaste))]
  const saving = sum(recommendations.map((one) => decimal(one.potential_monthly_savings)))
  const savingBefore = sum(before.map((one) => decimal(one.potential_monthly_savings)))
  const [score, scoreBefore] = [mean(teams), mean(before)]
  // What is counted is counted in every currency.
  const zombies = asked.reduce((all, one) => all + one.waste_opportunities.zombie_environments, 0)
  const zombiesBefore = asked.reduce((all, { previous }) => all + (previous?.zombie_environments ?? 0), 0)
  return {
    teams: [...new Set(summary.teams.map(({ team_name }) => team_name))].sort(),
    currency,
    other_currencies: [...new Set(asked.map((one) => one.currency))].filter((one) => one !== currency && one !== ''),
    cards: {
      monthly_waste: {
        amount: waste,
        change_percent: waste !== null && wasteBefore !== null ? changeOf(waste, wasteBefore) : null,
      },
      potential_savings: { amount: saving, change_percent: isCompared ? changeOf(saving, savingBefore) : null },
      efficiency_score: {
        percent: score,
        change_points: score === null || scoreBefore === null ? null : round(score - scoreBefore),
      },
      zombie_environments: {
        count: zombies,
        change: asked.some(({ previous }) => previous) ? zombies - zombiesBefore : null,
      },
    },
    efficiency_trend: trendOf(teams),
    waste_breakdown: {
      after_hours: added(teams, 'after_hours_waste'),
      weekends: added(teams, 'weekend_waste'),
      holidays: added(teams, 'holiday_waste'),
      working_hours: added(teams, 'working_hours_waste'),
      zombie_environments: added(teams, 'zombie_waste'),
    },
    opportunities: recommendations.slice(0, mostOpportunities),
    heat_maps: teams.map(({ team_name: of, timezone, heat_map, wasted_cost }) => ({
      ...{ team: of, timezone, heat_map },
      is_watched: wasted_cost !== null,
    })),
    notes: [...summary.notes, ...teams.flatMap((one) => one.why_not.map((words) => `${named(one)}: ${words}`))],
  }
}

/** The one in which most of what is asked for is paid; figures of the others would be a second page. */
function mainCurrency(teams: readonly ComparedTeam[]): string {
  const paid = Map.groupBy(
    teams.filter(({ currency }) => currency !== ''),
    ({ currency }) => currency,
  )
  const totals = [...paid].map(([currency, own]) => ({
    currency,
    total: toNumber(sum(own.map((one) => decimal(one.total_cost)))),
  }))
  return totals.toSorted((a, b) => b.total - a.total)[0]?.currency ?? 'USD'
}

function monthlyWaste({ monthly_waste }: { monthly_waste: string | null }): Decimal | null {
  return monthly_waste === null ? null : decimal(monthly_waste)
}

/** The sum of what is known; null when nothing is. */
function known(amounts: readonly (Decimal | null)[]): Decimal | null {
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
  const weeks = [...new Set(teams.flatMap((one) => one.weekly_efficiency.map(({ week }) => week)))].sort()
  return weeks.map((week) => ({
    week,
    days: Math.max(
      ...teams.flatMap((one) => one.weekly_efficiency.filter((score) => score.week === week).map(({ days }) => days)),
    ),
    scores: teams.map((one) => ({
      team: one.team_name,
      score: one.weekly_efficiency.find((score) => score.week === week)?.efficiency_score ?? null,
    })),
  }))
}

function added(
  teams: readonly ComparedTeam[],
  part: Exclude<keyof ComparedTeam['waste_opportunities'], 'zombie_environments'>,
): Decimal {
  return sum(teams.map((one) => decimal(one.waste_opportunities[part])))
}

function named({ team_name }: ComparedTeam): string {
  return team_name === '' ? 'No named team' : `Team ${team_name}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
