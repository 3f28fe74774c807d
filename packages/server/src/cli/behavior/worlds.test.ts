/**
 * The engine against worlds with known figures: six time zones, clock changes in three of them, holidays, lookalikes.
 */
import { analyzeBehavior, type BehaviorAnalysis } from '@kept/engine/behavior/analyze.ts'
import { collectEvents } from '@kept/engine/behavior/collect-events.ts'
import { collectRunning } from '@kept/engine/behavior/collect-running.ts'
import { perDay, type QuarterSpan, spanOfDays } from '@kept/engine/behavior/quarters.ts'
import { windowPlan } from '@kept/engine/behavior/week-plan.ts'
import { type BehaviorWorld, behaviorWorld } from '@kept/scenarios/behavior/behavior-world.ts'
import { describe, expect, it } from 'vitest'

const wasteClasses = ['holiday', 'weekend', 'after_hours', 'in_hours_idle'] as const

function spanOf({ firstDay, days }: BehaviorWorld): QuarterSpan {
  const { from } = spanOfDays(firstDay, firstDay)
  return { from, to: from + days * perDay }
}

function analyze(world: BehaviorWorld, span = spanOf(world)): BehaviorAnalysis {
  const events = collectEvents(span)
  for (const event of world.events()) events.add(event)
  const running = collectRunning(span)
  for (const hour of world.running()) running.add(hour)
  return analyzeBehavior({ events, running, facts: world.facts, teams: world.teams })
}

function zombiesOf({ environments }: BehaviorAnalysis): Set<string> {
  return new Set(
    environments.flatMap(({ analysis }) => (analysis.status === 'zombie' ? [analysis.environment_id] : [])),
  )
}

describe('a clean world', () => {
  // Ninety days with the clock changes of California, Berlin, Lord Howe and Newfoundland in them.
  const world = behaviorWorld({
    seed: 'clean',
    firstDay: '2026-09-01',
    days: 90,
    environmentsPerTeam: 21,
    noisy: false,
  })
  const analysis = analyze(world)

  it('finds the true waste, by class and team, within one percent', () => {
    for (const team of analysis.teams) {
      const truth = world.truth.waste.get(team.team_name)
      for (const kind of wasteClasses) {
        const hours = (truth?.[kind].quarters ?? 0) / 4
        expect(hours, `${team.team_name} ${kind}`).toBeGreaterThan(0)
        expect(team.waste[kind].hours / hours, `${team.team_name} ${kind}`).toBeCloseTo(1, 2)
        expect(Number(team.waste[kind].cost) / (truth?.[kind].cost ?? 0)).toBeCloseTo(1, 2)
      }
    }
  })

  it('finds the true running time, to the quarter hour', () => {
    for (const { analysis: environment } of analysis.environments) {
      expect(environment.total_runtime_hours * 4).toBe(world.truth.running.get(environment.environment_id))
    }
  })

  it('finds every zombie and no lookalike', () => {
    expect(zombiesOf(analysis)).toEqual(world.truth.zombies)
    expect(world.truth.zombies.size).toBeGreaterThan(10)
  })

  it('gives reasons and risks of its recommendations', () => {
    const types = new Set(analysis.recommendations.map(({ type }) => type))
    expect([...types].sort()).toEqual(['assign_owner', 'auto_shutdown', 'delete_zombie', 'idle_timeout'])
    for (const recommendation of analysis.recommendations) expect(recommendation.evidence.length).toBeGreaterThan(0)
    expect(analysis.insights.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['pattern', 'opportunity', 'warning']),
    )
  })
})

it('finds zombies in noisy worlds: precision and recall of at least 0.95', () => {
  let [detectedCount, correctCount, actualCount] = [0, 0, 0]
  for (const seed of ['n1', 'n2']) {
    const world = behaviorWorld({ seed, firstDay: '2026-08-15', days: 60, environmentsPerTeam: 42, noisy: true })
    const zombies = zombiesOf(analyze(world))
    detectedCount += zombies.size
    actualCount += world.truth.zombies.size
    correctCount += [...zombies].filter((id) => world.truth.zombies.has(id)).length
  }
  expect(actualCount).toBeGreaterThan(40)
  expect(correctCount / detectedCount).toBeGreaterThanOrEqual(0.95)
  expect(correctCount / actualCount).toBeGreaterThanOrEqual(0.95)
})

it('makes schedules that cover at least 93% of later work', () => {
  const world = behaviorWorld({
    seed: 'future',
    firstDay: '2026-08-24',
    days: 84,
    environmentsPerTeam: 21,
    noisy: true,
  })
  const fullSpan = spanOf(world)
  const past = { from: fullSpan.from, to: fullSpan.to - 14 * perDay }
  const laterById = new Map(
    analyze(world, fullSpan).environments.map((evaluated) => [evaluated.analysis.environment_id, evaluated]),
  )
  let [inside, work, schedules] = [0, 0, 0]
  for (const { analysis: environment, schedule } of analyze(world, past).environments) {
    const evaluated = laterById.get(environment.environment_id)
    if (!schedule.recommendation || !evaluated) continue
    schedules += 1
    expect(schedule.recommendation.held_out_coverage ?? 1).toBeGreaterThanOrEqual(0.93)
    const plan = windowPlan(schedule.recommendation.schedule.windows)
    const { grid, input } = evaluated
    for (let index = past.to - fullSpan.from; index < fullSpan.to - fullSpan.from; index += 1) {
      if (grid.used[index] !== 1 || grid.running[index] !== 1 || input.calendar.kind[index] === 0) continue
      work += 1
      inside += plan[input.calendar.weekSlot[index] ?? 0] ?? 0
    }
  }
  expect(schedules).toBeGreaterThan(60)
  expect(inside / work).toBeGreaterThanOrEqual(0.93)
})
