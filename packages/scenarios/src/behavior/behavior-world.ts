/** A world of teams at work, whose true figures are counted while it is generated, quarter hour by quarter hour. */
import type { EnvironmentFacts, RunningHour } from '@kept/domain/environment.ts'
import type { TeamSettings } from '@kept/domain/team.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { type Random, random } from '../random.ts'
import { environmentsOf, type WorldEnvironment } from './environments.ts'
import { type LocalQuarter, localQuarters, quarterMs, quartersPerDay } from './local-time.ts'
import { noisily } from './noise.ts'
import { type Signs, signsOf } from './signs.ts'
import { worldTeams } from './teams.ts'

interface BehaviorWorldOrder {
  seed: string
  firstDay: string
  days: number
  environmentsPerTeam: number
  /** Lost and repeated events, stray events on unused environments, noisy samples. */
  noisy: boolean
}

interface Truth {
  /** Quarter hours by team and kind of time: running and unused; in_hours_idle is waste in working hours. */
  waste: Map<string, Record<WasteKind, { quarters: number; cost: number }>>
  running: Map<string, number>
  zombies: Set<string>
}

type WasteKind = 'holiday' | 'weekend' | 'after_hours' | 'in_hours_idle'

export interface BehaviorWorld {
  days: number
  firstDay: string
  teams: TeamSettings[]
  environments: WorldEnvironment[]
  facts: EnvironmentFacts[]
  truth: Truth
  /** Generated on every call, not sorted by time. */
  events(): Generator<UsageEvent>
  running(): Generator<RunningHour>
}

export function behaviorWorld(order: BehaviorWorldOrder): BehaviorWorld {
  const root = random(order.seed)
  const clocks = new Map(
    worldTeams.map((team) => [team.team_name, localQuarters(team.calendar, order.firstDay, order.days)]),
  )
  const environments = worldTeams.flatMap((team) =>
    environmentsOf(team, order.environmentsPerTeam, order.days, root.fork('environments')),
  )
  const clockOf = ({ team }: WorldEnvironment) => clocks.get(team.team_name) ?? []
  const start = Temporal.Instant.from(`${order.firstDay}T00:00Z`).epochMilliseconds
  const usedOf = (environment: WorldEnvironment) => usedHours(environment, clockOf(environment), streamOf(environment))
  const streamOf = ({ facts }: WorldEnvironment) => root.fork(`work/${facts.environment_id}`)

  function* allEvents(): Generator<UsageEvent> {
    for (const environment of environments) {
      const signs: Signs = { environment, clock: clockOf(environment), used: usedOf(environment), start }
      yield* signsOf(signs, root.fork(`signs/${environment.facts.environment_id}`))
    }
  }

  return {
    days: order.days,
    firstDay: order.firstDay,
    teams: worldTeams,
    environments,
    facts: environments.map(({ facts }) => facts),
    truth: truthOf(environments, clockOf, usedOf),
    events: () =>
      order.noisy ? noisily(allEvents(), environments, start, order.days, root.fork('noise')) : allEvents(),
    *running() {
      for (const environment of environments) yield* runningHours(environment, clockOf(environment), start)
    },
  }
}

/** The local working hours of its users. */
function usedHours(environment: WorldEnvironment, clock: LocalQuarter[], rng: Random): Set<string> {
  const used = new Set<string>()
  const { from, to, diligence, overtime, startDay, until } = environment
  let hourBefore = ''
  for (const [index, { hourName, hour, kind }] of clock.entries()) {
    if (hourName === hourBefore) continue
    hourBefore = hourName
    const day = Math.floor(index / quartersPerDay)
    const works = kind === 'work_hours' || kind === 'after_hours'
    const inHours = hour >= from && hour < to
    // Drawn for every hour, so that one environment more or less does not change the others.
    const roll = rng.next()
    if (day < startDay || day >= until || !runsIn(environment, clock, Math.floor(index / 4))) continue
    if (inHours ? roll < (works ? diligence : overtime) : works && roll < 0.01) used.add(hourName)
  }
  return used
}

/** Whether it runs in an hour of UTC: the truth of the bill. */
function runsIn({ profile, startDay, from, to }: WorldEnvironment, clock: LocalQuarter[], hour: number): boolean {
  if (hour * 4 < startDay * quartersPerDay) return false
  const quarters = clock.slice(hour * 4, hour * 4 + 4)
  if (profile === 'stopped') return hour * 4 < quartersPerDay * 20
  if (profile === 'kept')
    return quarters.some((quarter) => isWorkDay(quarter) && quarter.hour >= from - 1 && quarter.hour < to + 1)
  return profile !== 'weekdays' || quarters.some(isWorkDay)
}

function isWorkDay({ kind }: LocalQuarter): boolean {
  return kind === 'work_hours' || kind === 'after_hours'
}

function* runningHours(environment: WorldEnvironment, clock: LocalQuarter[], start: number): Generator<RunningHour> {
  const hourMs = 4 * quarterMs
  for (let hour = 0; hour < clock.length / 4; hour += 1) {
    if (!runsIn(environment, clock, hour)) continue
    yield {
      environment_id: environment.facts.environment_id,
      start: start + hour * hourMs,
      end: start + (hour + 1) * hourMs,
      hours: 1,
      cost: environment.price,
      currency: 'USD',
    }
  }
}

function truthOf(
  environments: WorldEnvironment[],
  clockOf: (environment: WorldEnvironment) => LocalQuarter[],
  usedOf: (environment: WorldEnvironment) => Set<string>,
): Truth {
  const truth: Truth = { waste: new Map(), running: new Map(), zombies: new Set() }
  for (const environment of environments) {
    const { facts, team, profile, price } = environment
    if (profile === 'zombie') truth.zombies.add(facts.environment_id)
    const parts = truth.waste.get(team.team_name) ?? noWaste()
    truth.waste.set(team.team_name, parts)
    const [clock, used] = [clockOf(environment), usedOf(environment)]
    let running = 0
    for (const [index, { hourName, kind }] of clock.entries()) {
      if (!runsIn(environment, clock, Math.floor(index / 4))) continue
      running += 1
      if (used.has(hourName)) continue
      const part = parts[kind === 'work_hours' ? 'in_hours_idle' : kind]
      part.quarters += 1
      part.cost += Number(price) / 4
    }
    truth.running.set(facts.environment_id, running)
  }
  return truth
}

function noWaste(): Record<WasteKind, { quarters: number; cost: number }> {
  const emptyPart = () => ({ quarters: 0, cost: 0 })
  return { holiday: emptyPart(), weekend: emptyPart(), after_hours: emptyPart(), in_hours_idle: emptyPart() }
}
