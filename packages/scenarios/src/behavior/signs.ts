/**
 * Events of an environment as sources report them: sessions and pushes by users, samples and health checks everywhere.
 */
import type { ActivityType, UsageEvent } from '@kept/domain/usage-event.ts'
import type { Random } from '../random.ts'
import type { WorldEnvironment } from './environments.ts'
import { type LocalQuarter, quarterMs } from './local-time.ts'

export interface Signs {
  environment: WorldEnvironment
  clock: LocalQuarter[]
  used: Set<string>
  /** Milliseconds since 1970 of the first quarter hour. */
  start: number
}

const work: [ActivityType, ...ActivityType[]] = [
  'ssh_session',
  'build',
  'commit',
  'deploy',
  'pipeline',
  'http_request',
  'test_run',
]

export function* signsOf({ environment, clock, used, start }: Signs, rng: Random): Generator<UsageEvent> {
  const { people } = environment
  let number = 0
  const event = (type: ActivityType, timestamp: number, seconds: number, person: string | undefined): UsageEvent => {
    number += 1
    return usageEvent(environment, `${environment.facts.environment_id}-${number}`, type, timestamp, seconds, person)
  }
  let hours = 0
  for (const { from, to } of hoursOf(clock)) {
    hours += 1
    const isUsed = used.has(clock[from]?.hourName ?? '')
    const [first, last] = [start + from * quarterMs, start + to * quarterMs]
    if (isUsed) {
      const person = people[rng.integer(0, people.length - 1)]
      const timestamp = first + Math.floor(rng.next() * 0.6 * (last - first))
      const seconds = Math.floor((rng.next() * (last - timestamp)) / 1000)
      yield event('ide_session', timestamp, seconds, person)
      for (let more = rng.integer(0, 2); more > 0; more -= 1) {
        yield event(rng.pick(work), first + Math.floor(rng.next() * (last - first)), 0, person)
      }
    }
    if (rng.chance(0.1)) yield event('health_check', first, 0, undefined)
    if (hours % 4 === 0) yield sampled(environment, event('resource_sample', first, 0, undefined), isUsed, rng)
  }
}

/** Runs of quarter hours in the same local hour. */
function* hoursOf(clock: LocalQuarter[]): Generator<{ from: number; to: number }> {
  for (let from = 0; from < clock.length; ) {
    let to = from + 1
    while (to < clock.length && clock[to]?.hourName === clock[from]?.hourName) to += 1
    yield { from, to }
    from = to
  }
}

function sampled(environment: WorldEnvironment, event: UsageEvent, isUsed: boolean, rng: Random): UsageEvent {
  const cpuLoad = environment.profile === 'training' ? 70 : isUsed ? 35 : 0.8
  const network = environment.profile === 'training' ? 40 : isUsed ? 12 : 0.3
  return {
    ...event,
    resource_usage: {
      cpu: cpuLoad * (0.8 + 0.4 * rng.next()),
      memory: 20 + 10 * rng.next(),
      network: network * (0.8 + 0.4 * rng.next()),
    },
  }
}

export function usageEvent(
  { facts, team }: WorldEnvironment,
  event_id: string,
  activity_type: ActivityType,
  timestamp: number,
  seconds: number,
  person: string | undefined,
): UsageEvent {
  return {
    event_id,
    user_id: person ?? null,
    user_name: null,
    user_email: person ?? null,
    environment_id: facts.environment_id,
    environment_name: facts.environment_name,
    project: facts.project,
    team: team.team_name,
    activity_type,
    timestamp: Temporal.Instant.fromEpochMilliseconds(timestamp).toString(),
    duration: seconds,
    resource_usage: { cpu: null, memory: null, network: null },
    location: '',
    time_zone: team.calendar.time_zone,
  }
}
