/** What is known of environments, from the bill and the events, laid on the engine's grid. */
import type { EnvironmentFacts } from '@kept/domain/environment.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { EnvironmentResource } from '@kept/domain/managed-schedule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { newBits, setBits } from '@kept/engine/behaviour/bits.ts'
import { type CollectedEvents, emptyActivity, loadDays } from '@kept/engine/behaviour/collect-events.ts'
import { type CollectedRunning, collectRunning } from '@kept/engine/behaviour/collect-running.ts'
import { dateOfDay, dayNumber, type QuarterSpan, spanOfDays } from '@kept/engine/behaviour/quarters.ts'
import { listMachines, type Machine, readRunningHours } from '@kept/store/behaviour/machines.ts'
import { readOrigins } from '@kept/store/behaviour/origins.ts'
import { listHeard, readUse } from '@kept/store/behaviour/read-use.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { currentLoadIds } from '@kept/store/loads/current.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'
import { type MatchedMachines, matchMachines } from './match-machines.ts'

export interface KnownWorld {
  span: QuarterSpan
  events: CollectedEvents
  running: CollectedRunning
  facts: EnvironmentFacts[]
  /** By environment: what of the bill it consists of. */
  resources: Map<string, EnvironmentResource[]>
  notes: string[]
}

export interface WorldRequest {
  /** The first day that must be known, when somebody asked for days of their own. */
  from: string | null
  onStage(stage: string, progress: number): Promise<void>
  signal?: AbortSignal | undefined
}

/** Ninety days, ninety before them to compare with, and what a week begun needs. */
const usualDays = 190
const mostDays = 400

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
  const heard = await listHeard(warehouse, scope, request, signal)
  const matched = matchMachines(machines, new Set(heard.map(({ environment_id }) => environment_id)), [], origins)
  const running = collectRunning(span)
  const currencyOf = new Map<string, string>()
  const skipped = new Set<string>()
  for await (const hour of readRunningHours(warehouse, scope, loadIds, matched.machines, days, signal)) {
    const environment_id = matched.environmentOf.get(hour.environment_id) ?? hour.environment_id
    const currency = currencyOf.get(environment_id) ?? hour.currency
    currencyOf.set(environment_id, currency)
    if (currency === hour.currency) running.add({ ...hour, environment_id })
    else skipped.add(environment_id)
  }
  await onStage('Reading signs of use', 0.35)
  const length = span.to - span.from
  const events: CollectedEvents = {
    span,
    environments: new Map(),
    events: heard.reduce((sum, one) => sum + one.events, 0),
    repeated: 0,
  }
  for (const { environment_id, last_use, teams, zones, cpu, network, ...one } of heard) {
    const activity = {
      ...emptyActivity(environment_id, length),
      name: one.environment_name,
      project: one.project,
      teams: new Map(teams),
      events: one.events,
      lastActivity: last_use,
      zones: new Map(zones),
      networkByDay: new Map(network),
    }
    for (const [percent, samples] of cpu) activity.cpu[percent] = samples
    events.environments.set(environment_id, activity)
  }
  for await (const { environment_id, person, quarters } of readUse(
    warehouse,
    scope,
    [...events.environments.keys()],
    request,
    signal,
  )) {
    const activity = events.environments.get(environment_id)
    if (!activity) continue
    const own = person === '' ? undefined : newBits(length)
    for (const quarter of quarters) {
      const at = quarter - span.from
      setBits(activity.active, at, at + 1)
      if (own) setBits(own, at, at + 1)
    }
    if (own) activity.byUser.set(person, own)
  }
  const resources = resourcesOf(matched)
  return { span, events, running, facts: matched.facts, resources, notes: notesOf(machines, matched.machines, skipped) }
}

/** A machine billed in two currencies is one machine. */
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

/** Whole UTC days up to the end of the bill. */
function spanOf(machines: readonly Machine[], from: string | null) {
  const first = machines.map(({ first_day }) => first_day).sort()[0]
  const last = machines
    .map(({ last_day }) => last_day)
    .sort()
    .at(-1)
  if (!first || !last) {
    throw badInput('No bill names a machine that is charged by time; bring in a bill with running hours first.')
  }
  const end = dayNumber(last) + 1
  const wanted = from === null ? end - usualDays : Math.min(dayNumber(from), end - usualDays)
  const start = Math.max(dayNumber(first), wanted, end - mostDays)
  const days = { from: dateOfDay(start), to: dateOfDay(end) }
  if (from !== null && dayNumber(from) < start) {
    throw badInput(`Running hours are known from ${days.from} up to ${days.to}; ask for days among them.`)
  }
  return { span: spanOfDays(days.from, days.to), days }
}

function notesOf(all: readonly Machine[], chosen: readonly Machine[], skipped: ReadonlySet<string>): string[] {
  const rest = all.length - chosen.length
  return [
    ...(rest === 0
      ? []
      : [`${rest} machines of the bill are no development environments: no event names them and no tag says so.`]),
    ...(skipped.size === 0
      ? []
      : [`${skipped.size} environments are billed in two currencies; only the first of them is counted.`]),
  ]
}
