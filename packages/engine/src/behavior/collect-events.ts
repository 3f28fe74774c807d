/**
 * Events as they stream by become one row of bits for each environment, and one for each of its people. Nothing else
 * of an event is kept: memory grows with environments and days, not with events.
 */
import { countsAsUse, isAutomation, type UsageEvent } from '@kept/domain/usage-event.ts'
import { type Bits, newBits, setBits } from './bits.ts'
import { epochMs } from './instant.ts'
import { perDay, type QuarterSpan, quarterAfter, quarterMs, quarterOf } from './quarters.ts'
import { type SeenEvents, seenEvents } from './seen-events.ts'

export interface EnvironmentActivity {
  readonly id: string
  name: string
  project: string
  /** Events that name each team: one can be shared. */
  readonly teams: Map<string, number>
  /** Quarters of the span with a sign of use. */
  readonly active: Bits
  /** The same by person, for "whose work would have been interrupted". */
  readonly byUser: Map<string, Bits>
  /** Events that name each zone. */
  readonly timeZones: Map<string, number>
  /** Milliseconds since 1970; null when no activity was ever seen. */
  lastActivity: number | null
  /** Milliseconds since 1970 of the last event of a program (a job, a bot); null when none was seen. */
  lastAutomation: number | null
  /** Different events about it, of any kind. */
  events: number
  /** Measured load of the last fourteen days: samples by whole percent of processor, megabytes by UTC day. */
  readonly cpu: Uint32Array
  /** UTC days on which the processor was sampled. */
  readonly cpuDays: Set<number>
  readonly networkByDay: Map<number, number>
  /** When what is known of its name and project was said. */
  reportedAt: number
}

export interface CollectedEvents {
  readonly span: QuarterSpan
  readonly environments: Map<string, EnvironmentActivity>
  /** Different events, and those that were sent again. */
  readonly events: number
  readonly repeated: number
}

interface EventCollector extends CollectedEvents {
  add(event: UsageEvent): void
}

/** An environment that hundreds share is not a personal one: beyond this many users, the rest are grouped. */
const maxUsers = 200
const manyUsers = '(others)'
/** Days of load that decide whether an environment is a zombie. */
export const loadDays = 14

export function collectEvents(span: QuarterSpan, seenIds: SeenEvents = seenEvents()): EventCollector {
  const environments = new Map<string, EnvironmentActivity>()
  const length = span.to - span.from
  const loadFrom = (span.to - loadDays * perDay) * quarterMs
  const loadTo = span.to * quarterMs
  let [events, repeated] = [0, 0]

  return {
    span,
    environments,
    get events() {
      return events
    },
    get repeated() {
      return repeated
    },
    add(event) {
      if (!seenIds.add(event.event_id ?? contentId(event))) {
        repeated += 1
        return
      }
      const start = epochMs(event.timestamp)
      if (Number.isNaN(start)) throw new RangeError(`"${event.timestamp}" is no instant.`)
      events += 1
      const environment = environmentOf(event.environment_id)
      environment.events += 1
      if (start >= environment.reportedAt) learn(environment, event, start)
      if (event.team) environment.teams.set(event.team, (environment.teams.get(event.team) ?? 0) + 1)
      if (event.time_zone)
        environment.timeZones.set(event.time_zone, (environment.timeZones.get(event.time_zone) ?? 0) + 1)
      const end = start + event.duration * 1000
      if (countsAsUse(event.activity_type)) use(environment, event, start, end)
      if (isAutomation(event.activity_type) && start < loadTo)
        environment.lastAutomation = Math.max(start, environment.lastAutomation ?? start)
      if (start >= loadFrom && start < loadTo) load(environment, event, start)
    },
  }

  function environmentOf(id: string): EnvironmentActivity {
    const existing = environments.get(id)
    if (existing) return existing
    const created = emptyActivity(id, length)
    environments.set(id, created)
    return created
  }

  function use(environment: EnvironmentActivity, event: UsageEvent, start: number, end: number): void {
    // What is said to be later than the span is a clock that is wrong, or not of this question.
    if (start >= loadTo) return
    const last = Math.min(end, loadTo)
    if (environment.lastActivity === null || last > environment.lastActivity) environment.lastActivity = last
    const from = Math.max(0, quarterOf(start) - span.from)
    const to = Math.min(length, Math.max(quarterAfter(end), quarterOf(start) + 1) - span.from)
    if (to <= from) return
    setBits(environment.active, from, to)
    const person = event.user_id ?? event.user_email ?? event.user_name
    if (person !== null) setBits(bitsOf(environment, person), from, to)
  }

  function bitsOf({ byUser }: EnvironmentActivity, person: string): Bits {
    const existing = byUser.get(person)
    if (existing) return existing
    const name = byUser.size < maxUsers ? person : manyUsers
    const bits = byUser.get(name) ?? newBits(length)
    byUser.set(name, bits)
    return bits
  }
}

export function emptyActivity(id: string, length: number): EnvironmentActivity {
  return {
    id,
    name: '',
    project: '',
    teams: new Map(),
    active: newBits(length),
    byUser: new Map(),
    timeZones: new Map(),
    lastActivity: null,
    lastAutomation: null,
    events: 0,
    cpu: new Uint32Array(101),
    cpuDays: new Set(),
    networkByDay: new Map(),
    reportedAt: Number.NEGATIVE_INFINITY,
  }
}

/** The newest event that says something is believed. */
function learn(environment: EnvironmentActivity, event: UsageEvent, timestamp: number): void {
  if (event.environment_name) environment.name = event.environment_name
  if (event.project) environment.project = event.project
  environment.reportedAt = timestamp
}

function load(
  { cpu, cpuDays, networkByDay }: EnvironmentActivity,
  { resource_usage }: UsageEvent,
  start: number,
): void {
  if (resource_usage.cpu !== null) {
    const percent = Math.min(100, Math.floor(resource_usage.cpu))
    cpu[percent] = (cpu[percent] ?? 0) + 1
    cpuDays.add(Math.floor(quarterOf(start) / perDay))
  }
  if (resource_usage.network !== null) {
    const day = Math.floor(quarterOf(start) / perDay)
    networkByDay.set(day, (networkByDay.get(day) ?? 0) + resource_usage.network)
  }
}

/** An event without an id is the same event when all that matters in it is the same. */
function contentId({ environment_id, user_id, user_email, user_name, ...event }: UsageEvent): string {
  const { activity_type, timestamp, duration, resource_usage } = event
  const person = user_id ?? user_email ?? user_name ?? ''
  return `${environment_id}\n${person}\n${activity_type}\n${timestamp}\n${duration}\n${resource_usage.cpu}\n${resource_usage.network}`
}
