/** A machine of a class world: what it is billed for and the records that sources write about it, hour by local hour. */
import { type EnvironmentFacts, environmentFactsSchema, type RunningHour } from '@kept/domain/environment.ts'
import type { Random } from '../../random.ts'

export const worldDays = 84
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A Monday. */
const worldStart = Temporal.Instant.from('2026-08-24T00:00:00Z').epochMilliseconds

/** Zones without clock changes, so that the truth is plain; hours ahead of UTC. */
export const classTeams = {
  tokyo: ['Asia/Tokyo', 9],
  lagos: ['Africa/Lagos', 1],
  bogota: ['America/Bogota', -5],
} as const
export type ClassTeam = keyof typeof classTeams | 'silent'

interface Sign {
  type?: string
  user?: string
  agent?: string
  minutes?: number
  cpu?: number
  network?: number
}

export interface Machine {
  facts: EnvironmentFacts
  team: ClassTeam
  random: Random
  lines: string[]
  running: RunningHour[]
  /** Five people of its team who are at work in another environment of it, and one whom only it has seen. */
  colleague: string
  loner: string
  /** A record at a local day (0 is the first Monday) and hour; outside of the world nothing is written. */
  sign(day: number, hour: number, sign: Sign): void
  /** A load sample every `step` hours; percent of processor and megabytes, by local weekday and hour. */
  load(
    measure: (weekday: number, hour: number, day: number) => [cpu?: number, network?: number],
    from?: number,
    step?: number,
  ): void
  /** Office days of one person: a few sessions on most weekdays. */
  work(user: string, from: number, to: number, share?: number): void
  /** Which days it runs; all when left out. */
  runs(is: (day: number) => boolean): void
}

export function machine(team: ClassTeam, id: string, name: string, random: Random): Machine {
  const offset = team === 'silent' ? 1 : classTeams[team][1]
  const lines: string[] = []
  const sign: Machine['sign'] = (day, hour, { type = 'ssh_session', user, agent, minutes = 0, cpu, network }) => {
    const at = worldStart + day * dayMs + (hour - offset) * hourMs
    if (at < worldStart || at >= worldStart + worldDays * dayMs) return
    const measures = cpu === undefined && network === undefined ? {} : { resource_usage: { cpu, network } }
    const event = { event_id: `${id}-${lines.length}`, environment_id: id, team, activity_type: type, user_id: user }
    const timestamp = Temporal.Instant.fromEpochMilliseconds(Math.round(at)).toString()
    lines.push(
      JSON.stringify({ ...event, timestamp, duration: Math.round(minutes * 60), user_agent: agent, ...measures }),
    )
  }
  const result: Machine = {
    facts: environmentFactsSchema.parse({ environment_id: id, environment_name: name, team, owner: 'someone' }),
    ...{ team, random, lines, running: daysRun(id, () => true), sign },
    ...{ colleague: `${team}-${random.integer(1, 5)}`, loner: `loner-${id}` },
    load(measure, from = 0, step = 1) {
      for (let hour = from * 24; hour < worldDays * 24; hour += step) {
        const day = Math.floor(hour / 24)
        const [cpu, network] = measure(day % 7, hour % 24, day)
        sign(day, hour % 24, {
          type: 'resource_sample',
          ...(cpu !== undefined && { cpu }),
          ...(network !== undefined && { network }),
        })
      }
    },
    work(user, from, to, share = 0.8) {
      for (let day = from; day < to; day += 1) {
        if (day % 7 > 4 || !random.chance(share)) continue
        for (let sessions = random.integer(1, 3); sessions > 0; sessions -= 1) {
          const type = random.pick(['ide_session', 'ssh_session', 'terminal_session', 'build'] as const)
          sign(day, 9 + random.next() * 8, { type, user, minutes: random.integer(10, 150) })
        }
      }
    },
    runs(is) {
      result.running = daysRun(id, is)
    },
  }
  return result
}

/** Billed by the day, as many exports are. */
function daysRun(environment_id: string, is: (day: number) => boolean): RunningHour[] {
  return Array.from({ length: worldDays }, (_, day) => day)
    .filter(is)
    .map((day) => ({
      ...{ environment_id, start: worldStart + day * dayMs, end: worldStart + (day + 1) * dayMs },
      ...{ hours: 24, cost: '4.8', currency: 'USD' },
    }))
}
