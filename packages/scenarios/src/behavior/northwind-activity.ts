/** Activity of Northwind's users on its development machines, matching the demo's bill. */
import type { TeamSettings } from '@kept/domain/team.ts'
import type { ActivityType, UsageEventInput } from '@kept/domain/usage-event.ts'
import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { type Random, random } from '../random.ts'
import type { Resource, World } from '../world/world.ts'
import { type LocalQuarter, localQuarters, quarterMs } from './local-time.ts'

/** Public holidays are those of each team's country; finance connects no source, so its machines have no activity. */
export const northwindTeams: TeamSettings[] = [
  {
    team_name: 'storefront',
    member_count: null,
    calendar: workCalendarSchema.parse({ time_zone: 'America/New_York', country: 'US' }),
  },
  {
    team_name: 'models',
    member_count: null,
    calendar: workCalendarSchema.parse({ time_zone: 'Europe/Berlin', country: 'DE', region: 'BE' }),
  },
]

/** How a machine is used: local hours of working days, with a probability, and until how many days before the end. */
interface UsagePattern {
  from: number
  to: number
  diligence: number
  people: number
  /** Sundays after an outage, evenings before a release. */
  overtime?: number
  /** Unused in the last so many days. */
  leftDays?: number
  /** Processor load without users, in percent. */
  idleLoad?: number
}

const never = 10_000
/** Sources were connected so many days ago. */
const recordedDays = 90
const usagePatterns: Record<string, UsagePattern> = {
  'dev-box-1': { from: 9, to: 18, diligence: 0.95, people: 2 },
  'dev-box-2': { from: 8, to: 16, diligence: 0.9, people: 1 },
  'dev-box-3': { from: 10, to: 19, diligence: 0.92, people: 2, overtime: 0.04 },
  'dev-box-4': { from: 9, to: 13, diligence: 0.6, people: 1 },
  'dev-box-5': { from: 9, to: 18, diligence: 0, people: 0, leftDays: never },
  'dev-scheduled-1': { from: 8, to: 17, diligence: 0.95, people: 2 },
  'dev-scheduled-2': { from: 9, to: 18, diligence: 0.9, people: 1 },
  'dev-scheduled-3': { from: 9, to: 17, diligence: 0.9, people: 1 },
  'qa-runner': { from: 9, to: 18, diligence: 0.85, people: 3 },
  'shop-test': { from: 10, to: 17, diligence: 0.5, people: 4 },
  'train-dev-1': { from: 9, to: 18, diligence: 0.9, people: 2, overtime: 0.05 },
  'train-dev-2': { from: 9, to: 17, diligence: 0.9, people: 1, leftDays: 33 },
  // It has no users, and its processor works: it is not a zombie.
  'train-dev-3': { from: 9, to: 18, diligence: 0, people: 0, leftDays: never, idleLoad: 71 },
}

/** The same world gives the same events, including ids. `teams` have their holidays. */
export function* northwindActivity(world: World, teams: readonly TeamSettings[]): Generator<UsageEventInput> {
  const firstDay = world.days[0]?.date
  if (!firstDay) return
  const root = random(`${world.seed}/activity`)
  const clocks = new Map(
    teams.map(({ team_name, calendar }) => [team_name, localQuarters(calendar, firstDay, world.days.length)]),
  )
  const start = Temporal.Instant.from(`${firstDay}T00:00Z`).epochMilliseconds
  for (const resource of world.resources) {
    const pattern = usagePatterns[resource.name]
    const clock = clocks.get(resource.team.name)
    const team = teams.find(({ team_name }) => team_name === resource.team.name)
    if (pattern && clock && team) {
      yield* signs({ resource, pattern, clock, start, timeZone: team.calendar.time_zone }, root.fork(resource.name))
    }
  }
}

interface ActivitySource {
  resource: Resource
  pattern: UsagePattern
  clock: readonly LocalQuarter[]
  start: number
  timeZone: string
}

const work: [ActivityType, ...ActivityType[]] = ['ssh_session', 'build', 'commit', 'test_run', 'deploy']

function* signs(
  { resource, pattern, clock, start, timeZone }: ActivitySource,
  rng: Random,
): Generator<UsageEventInput> {
  const hours = clock.length / 4
  const lastHour = hours - (pattern.leftDays ?? 0) * 24
  const firstRecorded = hours - recordedDays * 24
  const common = {
    environment_id: resource.id,
    environment_name: resource.name,
    project: resource.application,
    team: resource.team.name,
    time_zone: timeZone,
  }
  for (let hour = resource.from * 24; hour < Math.min(hours, resource.to * 24); hour += 1) {
    const local = clock[hour * 4]
    if (!local) continue
    const hourStart = start + hour * 4 * quarterMs
    const id = `northwind:${resource.name}:${hourStart / 3_600_000}`
    const worksToday = local.kind === 'work_hours' || local.kind === 'after_hours'
    const inHours = local.hour >= pattern.from && local.hour < pattern.to
    // Drawn for every hour, so that one pattern more or less does not change the others.
    const [roll, minute, person, kind] = [rng.next(), rng.integer(0, 20), rng.next(), rng.pick(work)]
    const share =
      worksToday && inHours ? pattern.diligence : local.hour >= 9 && local.hour < 22 ? (pattern.overtime ?? 0) : 0
    const isUsed = hour < lastHour && roll < share
    if (hour < firstRecorded) continue
    if (isUsed) {
      const email = `${resource.name}-${1 + Math.floor(person * pattern.people)}@northwind.example`
      const timestamp = iso(hourStart + minute * 60_000)
      yield {
        ...common,
        event_id: `${id}:ide`,
        activity_type: 'ide_session',
        timestamp,
        duration: 2100,
        user_email: email,
      }
      if (hour % 3 === 0) {
        yield {
          ...common,
          event_id: `${id}:work`,
          activity_type: kind,
          timestamp: iso(hourStart + 1_500_000),
          user_email: email,
        }
      }
    }
    if (hour % 6 === 0) {
      const cpu = isUsed ? 20 + Math.round(40 * person) : (pattern.idleLoad ?? Math.round(2 * person))
      const resource_usage = { cpu, memory: 30, network: isUsed ? 40 : (pattern.idleLoad ?? 0.3) }
      yield {
        ...common,
        event_id: `${id}:load`,
        activity_type: 'resource_sample',
        timestamp: iso(hourStart),
        resource_usage,
      }
    }
  }
}

function iso(epochMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toString()
}
