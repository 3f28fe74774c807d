/** Every class of idle machines and of schedules, some machines of each, as the lines that sources write and as a bill. */
import type { EnvironmentFacts, RunningHour } from '@kept/domain/environment.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { keysOf } from '@kept/foundation/keys.ts'
import { type Random, random } from '../../random.ts'
import { type IdleClass, idleClasses } from './idle-classes.ts'
import { type ClassTeam, classTeams, type Machine, machine, worldDays } from './machine.ts'
import { type ScheduleClass, scheduleClasses } from './schedule-classes.ts'

export const classSpan = { firstDay: '2026-08-24', days: worldDays }
/** Days after the world's end in which the schedules are tried. */
const laterDays = 28
/** When hours moved. */
const movedDays = 21

interface IdleTruth {
  id: string
  machineClass: IdleClass
}

interface ScheduleTruth {
  id: string
  machineClass: ScheduleClass
  /** Local hours used in the four weeks after: hour of the week, day by day. */
  later: { day: number; hour: number }[]
}

export interface ClassWorld {
  teams: TeamSettings[]
  facts: EnvironmentFacts[]
  /** Tags by environment, where a class has some. */
  tags: Map<string, Record<string, string>>
  lines: string[]
  running: RunningHour[]
  idle: IdleTruth[]
  schedules: ScheduleTruth[]
}

export function classWorld(seed: string, perClass: number): ClassWorld {
  const root = random(`behavior classes ${seed}`)
  const world: ClassWorld = {
    teams: teams(),
    facts: [],
    tags: new Map(),
    lines: [],
    running: [],
    idle: [],
    schedules: [],
  }
  const add = (built: Machine) => {
    world.facts.push(built.facts)
    world.running.push(...built.running)
    for (const line of built.lines) world.lines.push(line)
  }
  for (const machineClass of idleClasses) {
    for (let index = 0; index < perClass; index += 1) {
      const built = start(root.fork(`${machineClass.name} ${index}`), machineClass.team, machineClass.machineName)
      machineClass.make(built)
      if (machineClass.exempt) world.tags.set(built.facts.environment_id, machineClass.exempt)
      world.idle.push({ id: built.facts.environment_id, machineClass })
      add(built)
    }
  }
  for (const machineClass of scheduleClasses) {
    for (let index = 0; index < perClass; index += 1) {
      const built = start(root.fork(`${machineClass.name} ${index}`))
      world.schedules.push({ id: built.facts.environment_id, machineClass, later: weeks(built, machineClass) })
      add(built)
    }
  }
  // The five people of each team at their own work.
  for (const team of keysOf(classTeams)) {
    const home = machine(team, `i-home-${team}`, 'home-dev', root.fork(`home ${team}`))
    for (let person = 1; person <= 5; person += 1) home.work(`${team}-${person}`, 0, worldDays, 0.8)
    add(home)
  }
  return world
}

function start(chance: Random, team?: 'silent', name = 'web-dev'): Machine {
  const chosen: ClassTeam = team ?? chance.pick(['tokyo', 'lagos', 'bogota'])
  return machine(chosen, `i-${chance.hex(17)}`, `${name}-${chance.integer(1, 99)}`, chance)
}

function teams(): TeamSettings[] {
  const zones: [string, string][] = [
    ...Object.entries(classTeams).map(([name, [timeZone]]): [string, string] => [name, timeZone]),
    ['silent', 'Africa/Lagos'],
  ]
  return zones.map(([team_name, time_zone]) => ({
    ...{ team_name, calendar: workCalendarSchema.parse({ time_zone }), member_count: null },
  }))
}

/** Writes the hours of the world, and returns those of the weeks after. */
function weeks({ random: chance, sign, ...built }: Machine, machineClass: ScheduleClass): ScheduleTruth['later'] {
  const id = built.facts.environment_id
  const people = [`kim-${id}`, `lee-${id}`, `ana-${id}`] as const
  const later: ScheduleTruth['later'] = []
  for (let day = 0; day < worldDays + laterDays; day += 1) {
    const use = day < worldDays - movedDays ? (machineClass.before ?? machineClass.use) : machineClass.use
    for (let hour = 0; hour < 24; hour += 1) {
      if (!chance.chance(use(day % 7, hour))) continue
      if (day >= worldDays) later.push({ day, hour })
      else
        sign(day, hour + chance.next() / 3, {
          type: 'ide_session',
          user: chance.pick(people),
          minutes: chance.integer(15, 38),
        })
    }
    if (day < worldDays) machineClass.bot?.({ random: chance, sign, ...built }, day)
  }
  return later
}

/** The least whole hours a week, in at most two windows a day, that cover 95% of the expected work: by plain search. */
export function leastHours({ use }: ScheduleClass): number {
  const week = Array.from({ length: 168 }, (_, hour) => use(Math.floor(hour / 24), hour % 24))
  const total = week.reduce((sum, share) => sum + share, 0)
  let least = 168
  for (let cut = 0; cut < 24; cut += 1) {
    let best: number[] = [0]
    for (let day = 0; day < 7; day += 1) {
      const hours = Array.from({ length: 24 }, (_, hour) => week[(day * 24 + hour + cut) % 168] ?? 0)
      best = joined(best, bestOfDay(hours))
    }
    const fewest = best.findIndex((covered) => covered >= 0.95 * total - 1e-9)
    if (fewest >= 0) least = Math.min(least, fewest)
  }
  return least
}

function joined(week: readonly number[], day: readonly number[]): number[] {
  const all: number[] = []
  for (const [a, first] of week.entries())
    for (const [b, second] of day.entries()) all[a + b] = Math.max(all[a + b] ?? 0, first + second)
  return all
}

function bestOfDay(hours: readonly number[]): number[] {
  const sums = [0]
  for (const share of hours) sums.push((sums.at(-1) ?? 0) + share)
  const between = (from: number, to: number) => (sums[to] ?? 0) - (sums[from] ?? 0)
  const best = Array.from({ length: 25 }, () => 0)
  for (let from = 0; from < 24; from += 1) {
    for (let to = from + 1; to <= 24; to += 1) {
      best[to - from] = Math.max(best[to - from] ?? 0, between(from, to))
      for (let again = to + 3; again < 24; again += 1)
        for (let end = again + 1; end <= 24; end += 1) {
          const length = to - from + end - again
          best[length] = Math.max(best[length] ?? 0, between(from, to) + between(again, end))
        }
    }
  }
  return best
}
