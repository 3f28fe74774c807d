/** Northwind's loops: ended ones of the last days, look-alikes, and one that continues. */
import type { LoopType } from '@kept/domain/loop-types.ts'
import type { Span, TelemetryResource, TelemetrySink } from '@kept/domain/span.ts'
import { customExpression } from './positives.ts'
import type { Stage } from './stage.ts'
import { lookAlikeWorld, loopWorld } from './world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Hours before the end at which each had ended, and the number of its scenario, one with few spans. With the continuing
 * one there is a loop of every type.
 */
const past: { type: LoopType; hoursAgo: number; scenario: number; intensity?: number }[] = [
  { type: 'webhook_loop', hoursAgo: 150, scenario: 24 },
  { type: 'batch_processing_loop', hoursAgo: 135, scenario: 12 },
  { type: 'auto_scaling_loop', hoursAgo: 121, scenario: 1, intensity: 0 },
  { type: 'memory_leak_loop', hoursAgo: 98, scenario: 8 },
  { type: 'api_polling_loop', hoursAgo: 76, scenario: 34 },
  { type: 'circular_dependency', hoursAgo: 63, scenario: 33 },
  { type: 'database_query_loop', hoursAgo: 50, scenario: 3 },
  { type: 'custom_pattern', hoursAgo: 36, scenario: 11 },
  { type: 'infinite_retry', hoursAgo: 20, scenario: 2 },
]
/** The number of the continuing loop's scenario. */
const liveScenario = 5
const lookAlike = { family: 'cron', hoursAgo: 30 }

/** Northwind samples one trace in five hundred: a loop that goes unnoticed for a day costs hundreds of dollars. */
const keptShare = 0.002
const functionMemoryMb = 512

/** Northwind's own rule, for the custom pattern. */
export const northwindRule = { id: 'assistant-tokens', name: 'Assistant token budget', expression: customExpression }

interface NorthwindThing {
  id: string
  name: string
  region: string
}

/** Resources of Northwind's bill that are charged by call, message or hour. */
export interface NorthwindThings {
  functions: readonly NorthwindThing[]
  tables: readonly NorthwindThing[]
  queues: readonly NorthwindThing[]
  machines: readonly NorthwindThing[]
}

/** Services of the scenarios, in the order in which Northwind's functions replace them. */
const parts = [
  'thumbnailer',
  'order-worker',
  'invoice-api',
  'report-api',
  'sync-agent',
  'status-api',
  'crm-bridge',
  'shop-bridge',
  'ledger-consumer',
  'tax',
  'discount',
  'loyalty',
]
/** Fleets and servers of the scenarios, in the order in which Northwind's machines replace them. */
const fleets = ['web-fleet', 'session-cache']

/** The continuing loop moves to another function this often: a loop that runs for days would be unrealistic. */
const turnMs = 6 * hourMs
/** The scenario's first minutes are quiet. */
const loopingFromMinute = 12

/** The functions in order at a given time: the first is the one that loops. */
function inTurn(billedResources: NorthwindThings, turnIndex: number): NorthwindThings {
  const { functions } = billedResources
  const first = functions.length === 0 ? 0 : turnIndex % functions.length
  return { ...billedResources, functions: [...functions.slice(first), ...functions.slice(0, first)] }
}

/**
 * Plays the continuing loop from one time to another: the looping part of its scenario, repeated. The same time gives
 * the same spans, so that consecutive parts form one loop. Turns are counted from `sinceMs`; `offset` selects the
 * first function.
 */
export function playNorthwindLiveLoop(
  sink: TelemetrySink,
  { fromMs, toMs, sinceMs = 0, offset = 0 }: { fromMs: number; toMs: number; sinceMs?: number; offset?: number },
  billedResources: NorthwindThings,
): void {
  const { stage } = loopWorld('train', 'recursive_function', 1, liveScenario)
  const beginMs = stage.timeAt(loopingFromMinute)
  const roundMs = stage.timeAt(stage.minutes) - beginMs
  const looping = stage.spans.filter(({ resource, startMs }) => resource.name === parts[0] && startMs >= beginMs)
  for (let round = Math.floor(fromMs / roundMs); round * roundMs < toMs; round += 1) {
    const shift = round * roundMs - beginMs
    for (const span of looping) {
      const startMs = span.startMs + shift
      if (startMs < fromMs || startMs >= toMs) continue
      const rotated = inTurn(billedResources, Math.floor((startMs - sinceMs) / turnMs) + offset)
      const facts: Span['facts'] = { ...span.facts, ...storeOf(span, rotated) }
      const resource = cast(span.resource, rotated)
      const name = nameOf(span, resource, facts.destination)
      const traceId = `live-${round}-${span.traceId}`
      sink.span({ ...span, facts, traceId, resource, name, probability: span.probability * keptShare, startMs })
    }
  }
}

/** Plays into the sink, oldest first, up to `untilMs`. */
export function playNorthwindLoops(sink: TelemetrySink, untilMs: number, billedResources: NorthwindThings): void {
  const worlds = past.map(({ type, hoursAgo, scenario, intensity = 1 }) => ({
    stage: loopWorld('train', type, intensity, scenario).stage,
    hoursAgo,
    probability: keptShare,
  }))
  const { stage } = lookAlikeWorld('train', lookAlike.family, 1)
  worlds.push({ stage, hoursAgo: lookAlike.hoursAgo, probability: 1 })
  // Ordinary work until now, so that ended loops are seen to have ended.
  worlds.push({ stage: lookAlikeWorld('train', 'quiet', 1).stage, hoursAgo: 0, probability: 1 })
  for (const [index, world] of worlds.toSorted((a, b) => b.hoursAgo - a.hoursAgo).entries())
    playWorld(sink, world.stage, {
      untilMs: untilMs - world.hoursAgo * hourMs,
      idPrefix: `${index + 1}`,
      probability: world.probability,
      billedResources,
    })
}

function playWorld(
  sink: TelemetrySink,
  stage: Stage,
  {
    untilMs,
    idPrefix,
    probability,
    billedResources,
  }: { untilMs: number; idPrefix: string; probability: number; billedResources: NorthwindThings },
): void {
  const shift = Math.floor((untilMs - stage.timeAt(stage.minutes)) / minuteMs) * minuteMs
  const resources = new Map<TelemetryResource, TelemetryResource>()
  const resourceOf = (resource: TelemetryResource) => {
    const cached = resources.get(resource)
    const mapped = cached ?? cast(resource, billedResources)
    resources.set(resource, mapped)
    return mapped
  }
  // Each world counts its ids from one: a prefix keeps them apart.
  const marked = (id: string) => (id === '' ? '' : `${idPrefix}-${id}`)
  for (const span of stage.spans) {
    const facts: Span['facts'] = { ...span.facts, ...storeOf(span, billedResources) }
    if (facts.messageId !== undefined) facts.messageId = marked(facts.messageId)
    const resource = resourceOf(span.resource)
    sink.span({
      ...span,
      facts,
      traceId: marked(span.traceId),
      resource,
      name: nameOf(span, resource, facts.destination),
      probability: span.probability * probability,
      startMs: span.startMs + shift,
      links: span.links.map((link) => ({ ...link, traceId: marked(link.traceId) })),
    })
  }
  for (const point of stage.points)
    sink.metric({ ...point, resource: resourceOf(point.resource), timeMs: point.timeMs + shift })
  for (const event of stage.events)
    sink.event({ ...event, resource: resourceOf(event.resource), timeMs: event.timeMs + shift })
}

/** A part of the scenario, played by a resource of Northwind's bill. */
function cast(resource: TelemetryResource, { functions, machines }: NorthwindThings): TelemetryResource {
  const part = parts.indexOf(resource.name)
  const billedFunction = part === -1 ? undefined : functions[part]
  if (billedFunction)
    return { ...resource, ...billedFunction, instance: '', kind: 'serverless', memoryMb: functionMemoryMb }
  const machine = machines[fleets.indexOf(resource.name)]
  return machine ? { ...resource, ...machine, instance: machine.name, kind: 'compute' } : resource
}

/** The function writes to a queue that triggers it; the report reads a table. */
function storeOf(span: Span, { queues: [queue], tables: [table] }: NorthwindThings): Span['facts'] {
  if (span.resource.name === 'thumbnailer' && span.kind === 'producer' && queue) return { destination: queue.name }
  if (span.resource.name === 'report-api' && span.facts.statement !== undefined && table)
    return { database: 'dynamodb', destination: table.name, statement: `SELECT * FROM "${table.name}" WHERE id = ?` }
  return {}
}

function nameOf({ name, kind }: Span, resource: TelemetryResource, destination: string | undefined): string {
  if (name === 'thumbnailer') return resource.name
  return kind === 'producer' && destination !== undefined ? `send to queue ${destination}` : name
}
