/** Reads environments from the bill and usage events into the engine's format. */
import type { EnvironmentFacts } from '@kept/domain/environment.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { EnvironmentResource } from '@kept/domain/managed-schedule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { peopleEvents } from '@kept/engine/behavior/automation.ts'
import { newBits, setBits } from '@kept/engine/behavior/bits.ts'
import {
  type CollectedEvents,
  type EnvironmentActivity,
  emptyActivity,
  loadDays,
} from '@kept/engine/behavior/collect-events.ts'
import { type CollectedRunning, collectRunning } from '@kept/engine/behavior/collect-running.ts'
import { type QuarterSpan, spanOfDays } from '@kept/engine/behavior/quarters.ts'
import { fromDayNumber, toDayNumber } from '@kept/foundation/calendar/day.ts'
import { listMachines, type Machine, readRunningHours } from '@kept/store/behavior/machines.ts'
import { readOrigins } from '@kept/store/behavior/origins.ts'
import { listReported, readUse } from '@kept/store/behavior/read-use.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { type MatchedMachines, matchMachines } from './match-machines.ts'

export interface KnownWorld {
  span: QuarterSpan
  events: CollectedEvents
  running: CollectedRunning
  facts: EnvironmentFacts[]
  /** Billed resources by environment. */
  resources: Map<string, EnvironmentResource[]>
  notes: string[]
}

interface WorldRequest {
  /** First day of a requested custom range. */
  from: string | null
  onStage(stage: string, progress: number): Promise<void>
  signal?: AbortSignal | undefined
}

/** Ninety days, the ninety before for comparison, and the rest of the first week. */
const typicalDays = 190
const maxDays = 400

export async function readWorld(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
  { from, onStage, signal }: WorldRequest,
): Promise<KnownWorld> {
  await onStage('Reading the bill', 0.05)
  const loadIds = await currentLoadIds(database, scope)
  const machines = await listMachines(warehouse, scope, loadIds, signal)
  const origins = await readOrigins(database, scope, [...new Set(machines.map(({ resource_id }) => resource_id))])
  const { span, days } = spanOf(machines, from)
  const request = { from: span.from, to: span.to, loadDays }
  const activities = await listReported(warehouse, scope, request, signal)
  const matched = matchMachines(machines, new Set(activities.map(({ environment_id }) => environment_id)), [], origins)
  const hours = readRunningHours(warehouse, scope, loadIds, matched.machines, days, signal)
  const { running, skipped } = await readRunning(hours, matched, span)
  await onStage('Reading usage events', 0.35)
  const events = collectedFrom(activities, span)
  await addUse(events, readUse(warehouse, scope, [...events.environments.keys()], request, signal))
  return {
    span,
    events: peopleEvents(events),
    running,
    facts: matched.facts,
    resources: resourcesOf(matched),
    notes: notesOf(machines, matched.machines, skipped),
  }
}

/** Of an environment that is billed in two currencies only the first one counts. */
async function readRunning(
  hours: ReturnType<typeof readRunningHours>,
  { environmentOf }: MatchedMachines,
  span: QuarterSpan,
): Promise<{ running: CollectedRunning; skipped: ReadonlySet<string> }> {
  const running = collectRunning(span)
  const currencyOf = new Map<string, string>()
  const skipped = new Set<string>()
  for await (const hour of hours) {
    const environment_id = environmentOf.get(hour.environment_id) ?? hour.environment_id
    const currency = currencyOf.get(environment_id) ?? hour.currency
    currencyOf.set(environment_id, currency)
    if (currency === hour.currency) running.add({ ...hour, environment_id })
    else skipped.add(environment_id)
  }
  return { running, skipped }
}

type Reported = Awaited<ReturnType<typeof listReported>>[number]

function collectedFrom(activities: readonly Reported[], span: QuarterSpan): CollectedEvents {
  const length = span.to - span.from
  return {
    span,
    environments: new Map(activities.map((entry) => [entry.environment_id, activityFrom(entry, length)])),
    events: activities.reduce((sum, entry) => sum + entry.events, 0),
    repeated: 0,
  }
}

function activityFrom(entry: Reported, length: number): EnvironmentActivity {
  const activity: EnvironmentActivity = {
    ...emptyActivity(entry.environment_id, length),
    name: entry.environment_name,
    project: entry.project,
    teams: new Map(entry.teams),
    events: entry.events,
    lastActivity: entry.last_use,
    lastAutomation: entry.last_automation,
    timeZones: new Map(entry.time_zones),
    cpuDays: new Set(entry.cpu_days),
    networkByDay: new Map(entry.network),
  }
  for (const [percent, samples] of entry.cpu) activity.cpu[percent] = samples
  return activity
}

/** Marks the quarter hours in which an environment was used, all of them and those of each person. */
async function addUse({ environments, span }: CollectedEvents, uses: ReturnType<typeof readUse>): Promise<void> {
  for await (const { environment_id, person, quarters } of uses) {
    const activity = environments.get(environment_id)
    if (!activity) continue
    const personBits = person === '' ? undefined : newBits(span.to - span.from)
    for (const quarter of quarters) {
      const index = quarter - span.from
      setBits(activity.active, index, index + 1)
      if (personBits) setBits(personBits, index, index + 1)
    }
    if (personBits) activity.byUser.set(person, personBits)
  }
}

/** A machine billed in two currencies counts once. */
function resourcesOf({ machines, environmentOf }: MatchedMachines): KnownWorld['resources'] {
  const byId = new Map(machines.map((machine) => [machine.resource_id, machine]))
  const resources: KnownWorld['resources'] = new Map()
  for (const { resource_id: id, resource_name: name, region, tags } of byId.values()) {
    const environment = environmentOf.get(id)
    if (environment === undefined) continue
    resources.set(environment, [...(resources.get(environment) ?? []), { id, name, region, tags }])
  }
  return resources
}

/** Complete UTC days up to the end of the bill. */
function spanOf(machines: readonly Machine[], from: string | null) {
  const first = machines.map(({ first_day }) => first_day).sort()[0]
  const last = machines
    .map(({ last_day }) => last_day)
    .sort()
    .at(-1)
  if (!first || !last) {
    throw badInput('No bill has machines billed by the hour. Upload a bill with running hours first.')
  }
  const end = toDayNumber(last) + 1
  const requestedStart = from === null ? end - typicalDays : Math.min(toDayNumber(from), end - typicalDays)
  const start = Math.max(toDayNumber(first), requestedStart, end - maxDays)
  const days = { from: fromDayNumber(start), to: fromDayNumber(end) }
  if (from !== null && toDayNumber(from) < start) {
    throw badInput(`Running hours cover ${days.from} to ${days.to}. Choose days in this range.`)
  }
  return { span: spanOfDays(days.from, days.to), days }
}

function notesOf(all: readonly Machine[], chosen: readonly Machine[], skipped: ReadonlySet<string>): string[] {
  const omittedCount = all.length - chosen.length
  return [
    ...(omittedCount === 0
      ? []
      : [`${omittedCount} machines on the bill are not development environments: no usage event or tag names them.`]),
    ...(skipped.size === 0
      ? []
      : [`${skipped.size} environments are billed in two currencies. Only the first currency is counted.`]),
  ]
}
