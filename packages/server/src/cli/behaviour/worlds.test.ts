/** The engine against worlds whose truth is known: six zones, clock changes in three of them, holidays, lookalikes. */
import type { WasteClass } from '@kept/domain/environment.ts'
import { analyseBehaviour, type BehaviourAnalysis } from '@kept/engine/behaviour/analyse.ts'
import { collectEvents } from '@kept/engine/behaviour/collect-events.ts'
import { collectRunning } from '@kept/engine/behaviour/collect-running.ts'
import { perDay, type QuarterSpan, spanOfDays } from '@kept/engine/behaviour/quarters.ts'
import { windowPlan } from '@kept/engine/behaviour/week-plan.ts'
import { type BehaviourWorld, behaviourWorld } from '@kept/scenarios/behaviour/behaviour-world.ts'
import { describe, expect, it } from 'vitest'

const classes: WasteClass[] = ['holiday', 'weekend', 'after_hours', 'in_hours_idle']

function spanOf({ firstDay, days }: BehaviourWorld): QuarterSpan {
  const { from } = spanOfDays(firstDay, firstDay)
  return { from, to: from + days * perDay }
}

function analyse(world: BehaviourWorld, span = spanOf(world)): BehaviourAnalysis {
  const events = collectEvents(span)
  for (const event of world.events()) events.add(event)
  const running = collectRunning(span)
  for (const hour of world.running()) running.add(hour)
  return analyseBehaviour({ events, running, facts: world.facts, teams: world.teams })
}

function zombiesOf({ environments }: BehaviourAnalysis): Set<string> {
  return new Set(
    environments.flatMap(({ analysis }) => (analysis.status === 'zombie' ? [analysis.environment_id] : [])),
  )
}

describe('a clean world', () => {
  // Ninety days with the clock changes of California, Berlin, Lord Howe and Newfoundland in them.
  const world = behaviourWorld({
    seed: 'clean',
    firstDay: '2026-09-01',
    days: 90,
    environmentsPerTeam: 21,
    noisy: false,
  })
  const analysis = analyse(world)

  it('wastes what the world wastes, by class and team, within a hundredth', () => {
    for (const team of analysis.teams) {
      const truth = world.truth.waste.get(team.team_name)
      for (const kind of classes) {
        const hours = (truth?.[kind].quarters ?? 0) / 4
        expect(hours, `${team.team_name} ${kind}`).toBeGreaterThan(0)
        expect(team.waste[kind].hours / hours, `${team.team_name} ${kind}`).toBeCloseTo(1, 2)
        expect(Number(team.waste[kind].cost) / (truth?.[kind].cost ?? 0)).toBeCloseTo(1, 2)
      }
    }
  })

  it('runs as long as the world ran, to the quarter hour', () => {
    for (const { analysis: found } of analysis.environments) {
      expect(found.total_runtime_hours * 4).toBe(world.truth.running.get(found.environment_id))
    }
  })

  it('finds every zombie and nothing that only looks like one', () => {
    expect(zombiesOf(analysis)).toEqual(world.truth.zombies)
    expect(world.truth.zombies.size).toBeGreaterThan(10)
  })

  it('says what it recommends, why, and what speaks against it', () => {
    const types = new Set(analysis.recommendations.map(({ type }) => type))
    expect([...types].sort()).toEqual(['assign_owner', 'auto_shutdown', 'delete_zombie', 'idle_timeout'])
    for (const one of analysis.recommendations) expect(one.evidence.length).toBeGreaterThan(0)
    expect(analysis.insights.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['pattern', 'opportunity', 'warning']),
    )
  })
})

it('finds zombies in noisy worlds: precision and recall of at least 0.95', () => {
  let [found, right, there] = [0, 0, 0]
  for (const seed of ['n1', 'n2']) {
    const world = behaviourWorld({ seed, firstDay: '2026-08-15', days: 60, environmentsPerTeam: 42, noisy: true })
    const zombies = zombiesOf(analyse(world))
    found += zombies.size
    there += world.truth.zombies.size
    right += [...zombies].filter((id) => world.truth.zombies.has(id)).length
  }
  expect(there).toBeGreaterThan(40)
  expect(right / found).toBeGreaterThanOrEqual(0.95)
  expect(right / there).toBeGreaterThanOrEqual(0.95)
})

it('schedules made from the past cover at least 93 % of the work that comes after it', () => {
  const world = behaviourWorld({
    seed: 'future',
    firstDay: '2026-08-24',
    days: 84,
    environmentsPerTeam: 21,
    noisy: true,
  })
  const whole = spanOf(world)
  const past = { from: whole.from, to: whole.to - 14 * perDay }
  const later = new Map(analyse(world, whole).environments.map((judged) => [judged.analysis.environment_id, judged]))
  let [inside, work, schedules] = [0, 0, 0]
  for (const { analysis: found, schedule } of analyse(world, past).environments) {
    const judged = later.get(found.environment_id)
    if (!schedule.recommendation || !judged) continue
    schedules += 1
    expect(schedule.recommendation.held_out_coverage ?? 1).toBeGreaterThanOrEqual(0.93)
    const plan = windowPlan(schedule.recommendation.schedule.windows)
    const { grid, input } = judged
    for (let at = past.to - whole.from; at < whole.to - whole.from; at += 1) {
      if (grid.used[at] !== 1 || grid.running[at] !== 1 || input.calendar.kind[at] === 0) continue
      work += 1
      inside += plan[input.calendar.weekSlot[at] ?? 0] ?? 0
    }
  }
  expect(schedules).toBeGreaterThan(60)
  expect(inside / work).toBeGreaterThanOrEqual(0.93)
})
