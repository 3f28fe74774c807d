/**
 * What a count means, read from the parts of its metric name. Exporters for Prometheus, CloudWatch, Azure Monitor, Google
 * Cloud and OpenTelemetry name the same few things differently. The parts may stand in any order and form.
 */
import type { MetricRole } from '../aggregate/metric-role.ts'
import type { Series } from '../aggregate/series.ts'

/**
 * Put in; handed out; done for good; given back undone; still waiting; looked at and nothing to do; what is moved on; a
 * write; work that a process gives itself until nothing differs any more; other work; what the work is about.
 */
export type CountMeaning =
  | 'came_in'
  | 'handed_out'
  | 'done'
  | 'given_back'
  | 'waiting'
  | 'unchanged'
  | 'advance'
  | 'write'
  | 'converges'
  | 'work'
  | 'things'

/** Sizes, times and shares are no counts. */
const noCount =
  /^(bytes?|seconds?|milliseconds?|ms|latency|duration|age|time|timestamp|percent|percentage|ratio|rate|utilization|limit|max|min|avg|average|quantile|cpu|memory|heap|gc|sum|bucket|info|threshold|per)$/

/** The first that holds: a word that says it is still waiting outweighs one that says for what. */
const meanings: [CountMeaning, RegExp][] = [
  ['unchanged', /^(empty|unchanged|noops?|skip(s|ped)?|nothing)$/],
  [
    'waiting',
    /^(pending|outstanding|un_?ack(ed|nowledged)?|undelivered|unprocessed|unread|backlog|lag|depth|length|visible|ready|queued|waiting|active|inflight|flight|num|size|oldest|remaining)$/,
  ],
  [
    'given_back',
    /^(abandon(s|ed)?|n_?ack(s|ed)?|requeue[sd]?|redeliver(y|ies|ed)?|returned|released|deferred|rescheduled|resubmitted|backouts?|rollbacks?|bounced)$/,
  ],
  [
    'done',
    /^(completed?|completions?|finish(ed)?|succeed(ed)?|successe?s?|successful|acks?|acked|acknowledge[sd]?|acknowledgements?|deleted?|deletes|settled?|committed|commits|done|fulfilled|dead|deadlettered|dlq)$/,
  ],
  [
    'converges',
    /^(reconciles?|reconciled|reconciliations?|reconciling|resyncs?|syncs?|converge[sd]?|workqueue|remediations?)$/,
  ],
  [
    'advance',
    /^(import(s|ed)?|index(ed|ing)?|migrated?|migrations?|backfill(ed)?|copied|exported|ingested|uploads?|uploaded|downloaded|encoded|restored|scanned|loaded|trained|archived|synced)$/,
  ],
  [
    'came_in',
    /^(incoming|published|publishes|enqueued?|enqueues|sent|produced|added|submitted|accepted|arrived|arrivals)$/,
  ],
  [
    'handed_out',
    /^(outgoing|delivered|dequeued?|dequeues|handed|dispatch(ed)?|pulled|pulls|fetched|claimed|leased|popped|consumed|received|receives|reserved|acquired)$/,
  ],
  ['write', /^(put|puts|patch(es)?|post|updates?|updated|writes?|written|appl(y|ies|ied)|upserts?|creates?|created)$/],
  [
    'work',
    /^(runs?|executions?|executed|tasks?|jobs?|iterations?|ticks?|cycles?|triggers?|triggered|renders?|rebuilds?|reloads?|refresh(es|ed)?|renewals?|replicated|emitted|processed|handled|adds)$/,
  ],
  ['things', /^(objects?|resources|entities|tenants|documents|files|keys|items|entries|applications|apps)$/],
]

/** What a broker's subscription sent went out of it; where a stream stands is no count of its own. */
const [ofSubscription, streamEnd, streamPlace] = [/subscription.*sent/i, /stream_last_seq/i, /delivered.*stream_seq/i]

const cached = new Map<string, CountMeaning | undefined>()
const mostCached = 5000

/** In small letters: "approximate", "number", "of", "messages" of `ApproximateNumberOfMessages`. */
export function tokensOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

/** Undefined where no word says. */
export function meaningOf(metric: string): CountMeaning | undefined {
  if (cached.has(metric)) return cached.get(metric)
  const meaning = read(metric)
  if (cached.size >= mostCached) cached.clear()
  cached.set(metric, meaning)
  return meaning
}

function read(metric: string): CountMeaning | undefined {
  if (ofSubscription.test(metric)) return 'handed_out'
  if (streamEnd.test(metric)) return 'came_in'
  if (streamPlace.test(metric)) return undefined
  const tokens = tokensOf(metric)
  // "Delivered with acknowledgement" is not yet acknowledged.
  const own = tokens.includes('delivered') ? tokens.filter((word) => word !== 'ack') : tokens
  if (own.some((word) => noCount.test(word)) && !/_count$/i.test(metric)) return undefined
  return meanings.find(([, pattern]) => own.some((word) => pattern.test(word)))?.[0]
}

const demandWords =
  /^(users?|visitors?|sessions?|orders?|clients?|customers?|viewers?|players?|connections?|requests?|quer(y|ies)|selects?|throughput|statements?|incoming|arrivals?|hits|transactions)$/

const noDemand = /^(max|limit|failed|errors?|idle|client)$/
const namedDemand = new Map<string, boolean>()

/** By its words alone, looked up once for each name. */
function isNamedDemand(metric: string, role: MetricRole): boolean {
  const existing = namedDemand.get(metric)
  if (existing !== undefined) return existing
  const tokens = tokensOf(metric)
  const isDemandName =
    !tokens.some((word) => noDemand.test(word)) &&
    (role === 'requests' || tokens.some((word) => demandWords.test(word)))
  if (namedDemand.size >= mostCached) namedDemand.clear()
  namedDemand.set(metric, isDemandName)
  return isDemandName
}

const otherRoles = new Set<MetricRole>(['errors', 'retries', 'capacity', 'duration_ms', 'cpu_percent'])

/** Whether it counts what others ask for: not what the resource asks of others, nor how it failed. */
export function isDemand({ metric, role, labels }: Series): boolean {
  return labels.direction !== 'out' && !otherRoles.has(role) && isNamedDemand(metric, role)
}
