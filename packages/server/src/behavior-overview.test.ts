/** The overview figures from stored results: one currency at a time, zombies of every team. */
import { type BehaviorSummary, type ComparedTeam, comparedTeamSchema } from '@kept/domain/behavior-run.ts'
import { weekdays } from '@kept/domain/weekday.ts'
import { expect, it } from 'vitest'
import { overviewOf } from './behavior/overview.ts'

const week = Array.from({ length: 168 }, () => 0)
const part = { hours: 0, cost: '0' }

function team(team_name: string, currency: string, more: Partial<ComparedTeam> = {}): ComparedTeam {
  return comparedTeamSchema.parse({
    ...{
      team_name,
      currency,
      member_count: 1,
      environments: 1,
      total_cost: '100',
      wasted_cost: '60',
      monthly_waste: '30',
    },
    ...{ efficiency_score: 40, avg_usage_hours: 1, peak_hours: [], time_zone: 'UTC' },
    waste_opportunities: {
      ...{
        zombie_environments: 1,
        zombie_waste: '10',
        after_hours_waste: '20',
        weekend_waste: '5',
        holiday_waste: '1',
        working_hours_waste: '24',
      },
    },
    ...{ total_runtime_hours: 10, actual_usage_hours: 4, weekly_efficiency: [], skip_reasons: [], previous: null },
    waste: { holiday: part, weekend: part, after_hours: part, in_hours_idle: part },
    heat_map: { days: [...weekdays], running: week, active: week },
    ...more,
  })
}

const before = { monthly_waste: '15', efficiency_score: 50, zombie_environments: 0, potential_monthly_savings: '0' }
const summary: BehaviorSummary = {
  teams: [
    team('web', 'USD', { total_cost: '300', previous: before }),
    team('paris', 'EUR', { previous: before }),
    team('quiet', 'USD', { wasted_cost: null, monthly_waste: null, efficiency_score: null, total_cost: '1' }),
  ],
  ...{ recommendations: [], insights: [], notes: [] },
}

it('uses the currency with the highest cost, and names the omitted ones', () => {
  const all = overviewOf(summary, undefined)
  expect(all).toMatchObject({ currency: 'USD', other_currencies: ['EUR'], teams: ['paris', 'quiet', 'web'] })
  // A month of thirty days, of one currency.
  expect(all.cards.monthly_waste).toEqual({ amount: '30', change_percent: 100 })
  expect(all.waste_breakdown?.after_hours).toBe('40')
})

it('uses the currency of a selected team', () => {
  const paris = overviewOf(summary, 'paris')
  expect(paris).toMatchObject({ currency: 'EUR', other_currencies: [] })
  expect(paris.cards.monthly_waste.amount).toBe('30')
})

it('counts zombies in every currency', () => {
  expect(overviewOf(summary, undefined).cards.zombie_environments).toEqual({ count: 3, change: 3 })
  expect(overviewOf(summary, 'paris').cards.zombie_environments).toEqual({ count: 1, change: 1 })
})

it('reports a team without activity data as unknown', () => {
  const quiet = overviewOf(summary, 'quiet')
  expect(quiet.cards.monthly_waste).toEqual({ amount: null, change_percent: null })
  expect(quiet.cards.efficiency_score.percent).toBeNull()
  expect(quiet.heat_maps.map(({ is_observed }) => is_observed)).toEqual([false])
  expect(overviewOf(summary, 'web').heat_maps.map(({ is_observed }) => is_observed)).toEqual([true])
})

it('reports days that were not analyzed as unknown, not as zero', () => {
  const { cards, waste_breakdown } = overviewOf(undefined, undefined)
  expect([cards.monthly_waste.amount, cards.potential_savings.amount]).toEqual([null, null])
  expect([cards.efficiency_score.percent, cards.zombie_environments.count, waste_breakdown]).toEqual([null, null, null])
})

it('reports savings, zombies and parts of the waste as unknown where no activity is known', () => {
  const part = { zombie_environments: 0, zombie_waste: '0', after_hours_waste: '0', weekend_waste: '0' }
  const unseen = team('unseen', 'USD', {
    ...{ wasted_cost: null, monthly_waste: null, efficiency_score: null },
    waste_opportunities: { ...part, holiday_waste: '0', working_hours_waste: '0' },
  })
  const { cards, waste_breakdown } = overviewOf({ ...summary, teams: [unseen] }, undefined)
  expect([cards.potential_savings.amount, cards.zombie_environments.count, waste_breakdown]).toEqual([null, null, null])
})
