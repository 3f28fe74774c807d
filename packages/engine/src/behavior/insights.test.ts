import type { Insight } from '@kept/domain/behavior.ts'
import type { TeamAnalysis } from '@kept/domain/team.ts'
import { describe, expect, it } from 'vitest'
import type { EvaluatedEnvironment } from './environment-analysis.ts'
import { findInsights } from './insights.ts'
import type { TeamCalendar } from './team-calendar.ts'
import { kinds } from './team-calendar.ts'

interface Environment {
  isZombie?: boolean
  saving?: string
  isObserved?: boolean
  usedQuarters?: number
}

/** What insights read of an environment; all of it ran and was watched unless said otherwise. */
function environment({ isZombie = false, saving = '0', isObserved = true, usedQuarters = 0 }: Environment) {
  return {
    zombie: { is: isZombie, confidence: 0.9 },
    schedule: { recommendation: { backtest: { monthly_savings: saving } } },
    analysis: { auto_shutdown_enabled: null, data_points: 50 },
    input: { isObserved, running: {}, window: { from: 0, to: usedQuarters } },
    grid: { used: new Uint8Array(usedQuarters).fill(1), running: new Uint8Array(usedQuarters).fill(1) },
  } as unknown as EvaluatedEnvironment
}

const environmentsOf = (count: number, options: Environment) =>
  Array.from({ length: count }, () => environment(options))

/** The insights of one team, by their kind. */
function insights(
  evaluated: EvaluatedEnvironment[],
  team: Partial<TeamAnalysis> = {},
  afterHoursQuarters = 0,
): Record<string, Insight> {
  const noWaste = { hours: 0, cost: '0' }
  const length = evaluated[0]?.input.window.to ?? 0
  const kind = new Uint8Array(length).fill(kinds.workHours).fill(kinds.afterHours, 0, afterHoursQuarters)
  const result = findInsights([
    {
      evaluated,
      calendar: { timeZone: 'UTC', span: { from: 0, to: length }, kind } as unknown as TeamCalendar,
      team: {
        team_name: 'shop',
        currency: 'USD',
        total_runtime_hours: 100,
        actual_usage_hours: 0,
        wasted_cost: '10',
        waste: { weekend: noWaste, after_hours: noWaste, holiday: noWaste, in_hours_idle: noWaste },
        waste_opportunities: { zombie_waste: '5' },
        weekly_efficiency: [],
        peak_hours: [],
        ...team,
      } as unknown as TeamAnalysis,
    },
  ])
  return Object.fromEntries(result.map((insight) => [insight.id.split(':')[0] ?? '', insight]))
}

describe('zombies', () => {
  it.each([
    [1, 4, 'critical'],
    [1, 5, 'high'],
    [1, 10, 'high'],
    [1, 11, 'medium'],
  ])('%d of %d environments: %s', (dead, all, impact) => {
    const evaluated = [...environmentsOf(dead, { isZombie: true }), ...environmentsOf(all - dead, {})]
    expect(insights(evaluated).zombies).toMatchObject({ impact, data_points: all, confidence: 0.9 })
  })
})

describe('recurring waste', () => {
  it.each([
    [34, undefined],
    [35, 'medium'],
    [40, 'medium'],
    [41, 'high'],
  ])('%d of 100 wasted hours over weekends: %s', (hours, impact) => {
    const waste = {
      weekend: { hours, cost: '1' },
      after_hours: { hours: 1, cost: '0' },
      holiday: { hours: 0, cost: '0' },
      in_hours_idle: { hours: 0, cost: '0' },
    }
    expect(insights(environmentsOf(2, {}), { waste } as Partial<TeamAnalysis>)['habit' as string]?.impact).toBe(impact)
  })
  it.each([
    [15, 'low'],
    [16, 'medium'],
  ])('%d of 100 hours are %s where little else is wasted', (hours, impact) => {
    const waste = {
      weekend: { hours, cost: '1' },
      after_hours: { hours: 1, cost: '0' },
      holiday: { hours: 0, cost: '0' },
      in_hours_idle: { hours: 0, cost: '0' },
    }
    const team = { waste, actual_usage_hours: 80 } as Partial<TeamAnalysis>
    expect(insights(environmentsOf(2, {}), team)['habit' as string]?.impact).toBe(impact)
  })
})

describe('other hours', () => {
  it.each([
    [160, 40, true],
    [160, 39, false],
    [159, 159, false],
  ])('%d quarters of work, %d of them after hours: %s', (used, after, isReported) => {
    expect('hours' in insights([environment({ usedQuarters: used })], {}, after)).toBe(isReported)
  })
})

describe('a week that fell', () => {
  const weeks = (...scores: number[]) => ({
    weekly_efficiency: scores.map((efficiency_score) => ({ week: '2026-06-01', days: 7, efficiency_score })),
  })
  it.each([
    [[80, 80, 80, 65], 'medium'],
    [[80, 80, 80, 66], undefined],
    [[80, 80, 80, 51], 'medium'],
    [[80, 80, 80, 50], 'high'],
    [[80, 80, 50], undefined],
  ])('%j: %s', (scores, impact) => {
    expect(insights(environmentsOf(1, {}), weeks(...scores)).fall?.impact).toBe(impact)
  })
  it('is a whole one', () => {
    const cut = weeks(80, 80, 80, 80, 50).weekly_efficiency.with(-1, { week: '', days: 6.9, efficiency_score: 50 })
    expect(insights(environmentsOf(1, {}), { weekly_efficiency: cut }).fall).toBeUndefined()
  })
})

describe('schedules', () => {
  it.each([
    [0, undefined],
    [2, 'medium'],
    [3, 'high'],
  ])('%d of 4 environments would save with one: %s', (saving, impact) => {
    const evaluated = [...environmentsOf(saving, { saving: '0.01' }), ...environmentsOf(4 - saving, {})]
    expect(insights(evaluated).schedules?.impact).toBe(impact)
  })
  it('are not offered for zombies', () => {
    expect(insights(environmentsOf(4, { saving: '1', isZombie: true })).schedules).toBeUndefined()
  })
})

it('says how sure it is by the observations behind it: half at fifty, never all', () => {
  const confidence = (count: number) => insights(environmentsOf(count, { saving: '1' })).schedules?.confidence
  expect([confidence(1), confidence(9), confidence(200)]).toEqual([0.5, 0.9, 0.98])
})

it('puts the weightiest first', () => {
  const evaluated = [environment({ isZombie: true }), ...environmentsOf(3, { saving: '1', isObserved: false })]
  expect(Object.values(insights(evaluated)).map(({ impact }) => impact)).toEqual(['critical', 'high', 'medium'])
})
