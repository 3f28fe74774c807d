/** What a metric measures, told by its name and unit: OpenTelemetry's, CloudWatch's, Prometheus' and people's own names. */

export type MetricRole =
  | 'memory'
  | 'memory_limit'
  | 'memory_percent'
  | 'held'
  | 'held_limit'
  | 'requests'
  | 'retries'
  | 'attempts'
  | 'errors'
  | 'capacity'
  | 'scaling_events'
  | 'queue_depth'
  | 'processed'
  | 'redone'
  | 'acknowledged'
  | 'checkpoint'
  | 'position'
  | 'statements'
  | 'out_of_memory'
  | 'restarts'
  | 'polls'
  | 'unchanged'
  | 'deliveries'
  | 'cycled_keys'
  | 'iterations'
  | 'recursion_dropped'
  | 'depth'
  | 'cpu_percent'
  | 'duration_ms'
  | 'other'

/** Things that a process takes one by one, and that there are only so many of. */
const heldNouns = 'fds|file.?descriptors?|handles|connections?|sockets'

const roles: [MetricRole, RegExp][] = [
  ['recursion_dropped', /recursive.?invocations?.?dropped/],
  ['out_of_memory', /oom|out.?of.?memory/],
  // What is left grows where memory is given back: it is no use of it.
  ['other', /(free|freeable|available).?mem(ory)?|mem(ory)?.?(free|available)/],
  // The most there may be, not the most there was (`max_usage`), nor of addresses.
  ['memory_limit', /(?<!virtual_)memory_max(?!.*us(age|ed))/],
  // A total of what is in use (`usage.total`) is a use.
  ['memory_limit', /mem(ory)?.*limit|mem(ory)?(?!.*us(age|ed)).*(capacity|total$|size$)|(limit|max).*mem(ory)?/],
  ['memory_percent', /mem(ory)?.*(percent|utili[sz]ation|pct)/],
  // What a process takes and has to give back, and the most of it that there may be.
  ['held_limit', new RegExp(`(max|limit)[^a-z]?(${heldNouns})|(${heldNouns})[^a-z]?(max|limit)`)],
  [
    'held',
    new RegExp(`(open|used|active|in.?use)[^a-z]?(${heldNouns})|(${heldNouns})[^a-z]?(count|used|active|in.?use|open)`),
  ],
  ['memory', /mem(ory)?(?!ber|cache)|(^|[^a-z])(rss|heap|working.?set)/],
  ['redone', /redeliver|redone|redo|reprocess|duplicate|receive.?count/],
  [
    'queue_depth',
    /queue.?(depth|length|size)|messages?.?(visible|ready|backlog)|backlog|consumer.?lag|(^|[^a-z])lag([^a-z]|$)|approximate.?number.?of.?messages/,
  ],
  // Delivered "with acknowledgement" (`delivered_ack`) is not yet acknowledged.
  ['processed', /messages?.?delivered/],
  ['acknowledged', /messages?.?(deleted|acked|acknowledged|completed)|(^|[^a-z])acks?([^a-z]|$)/],
  ['checkpoint', /checkpoint|committed.?offset|(^|[^a-z])offset([^a-z]|$)/],
  [
    'processed',
    /processed|messages?.?(received|consumed)|records?.?(read|in|consumed)|items?.?per|throughput.*(message|record)/,
  ],
  // How far work through something long is, as it stands.
  ['position', /rows?.?(scanned|copied|exported|imported)|(scan|copy|snapshot|export|import).?position/],
  // What failed among many is no size.
  ['errors', /(failed|unhealthy).?(tasks?|nodes?|pods?|instances?|connectors?).?count/],
  ['scaling_events', /scal(ing|e).?(event|activit|action)/],
  ['capacity', /provisioned.*(capacity|concurrency|units|instances)/],
  [
    'capacity',
    /desired.?(capacity|replicas|count|size)|replicas|in.?service.?instances|instance.?count|(nodes?|pods?|tasks?).?count|group.?size|current.?(capacity|instances)|(^|[^a-z])capacity$/,
  ],
  ['retries', /retr(y|ies)|resend/],
  ['attempts', /attempts?/],
  ['unchanged', /unchanged|not.?modified|(^|[^0-9])304([^0-9]|$)|empty.?(responses?|receives?|polls?)/],
  ['polls', /polls?([^a-z]|$)|polling/],
  ['statements', /statements?|quer(y|ies)([^a-z]|$)|db.?calls?/],
  ['cycled_keys', /(repeated|cycled|duplicate).?(keys?|objects?|events?)/],
  ['deliveries', /deliver(y|ies)|web.?hooks?/],
  ['depth', /(recursion|lineage|call|chain).?depth/],
  ['iterations', /iterations?|recursive.?(calls?|invocations?)/],
  ['errors', /errors?|fail(ed|ures?)|5xx|fault/],
  // The instant at which a process began moves on when it is started again.
  ['restarts', /restarts?|process.?start.?time/],
  ['requests', /requests?|invocations?|calls?|operations?|(^|[^a-z])(rps|qps|hits)/],
  ['cpu_percent', /cpu/],
  ['duration_ms', /duration|latency/],
]

/** A rate is no count. A word of its own: "operations" and "iterations" hold the letters of a ratio. */
const rateName = /(^|[^a-z])(rates?|ratios?)([^a-z]|$)|per.?second|rps|qps|percent|average|avg|latency|duration/

/** How many durations were measured: a histogram of them counts what took so long. */
const measuredDuration = /[._](duration|latency|seconds|milliseconds)([._](seconds|milliseconds|ms))?[._]count$/

/** `sample` is a first value, to tell MiB from bytes where neither name nor unit does. */
export function roleOf(metric: string, unit: string, sample: number): { role: MetricRole; scale: number } {
  const full = metric.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  const name = full.replace(measuredDuration, '')
  const role = roles.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
  if (role === 'memory' || role === 'memory_limit') {
    if (unit === '%' || /percent|pct/.test(name)) return { role: 'memory_percent', scale: 1 }
    return { role, scale: memoryScale(name, unit) ?? (sample >= 1e6 ? 1 / 1024 ** 2 : 1) }
  }
  if (role !== 'cpu_percent' && role !== 'duration_ms' && role !== 'memory_percent' && /latency|duration/.test(name))
    return { role: 'duration_ms', scale: 1 }
  if (countRoles.has(role) && rateName.test(name) && !/(^|_)rate.?limit/.test(name)) return { role: 'other', scale: 1 }
  return { role, scale: 1 }
}

/** What a series of such a role counts: "fds" of `process_open_fds`. */
export function heldNoun(metric: string): string | undefined {
  return new RegExp(heldNouns).exec(metric.toLowerCase())?.[0].replace(/s$/, '')
}

const countRoles = new Set<MetricRole>([
  'requests',
  'errors',
  'retries',
  'attempts',
  'processed',
  'redone',
  'acknowledged',
  'statements',
  'polls',
  'unchanged',
  'deliveries',
  'iterations',
])

/** To MiB; undefined where nothing says the unit. */
function memoryScale(name: string, unit: string): number | undefined {
  const text = `${unit.toLowerCase()} ${name}`
  if (/\b(gib|gb|gigabytes?|gibibytes?|gby)\b|_(gb|gib)\b|_(gb|gib)_/.test(text)) return 1024
  if (/\b(mib|mb|megabytes?|mebibytes?|mby)\b|_(mb|mib)\b|_(mb|mib)_/.test(text)) return 1
  if (/\b(kib|kb|kilobytes?|kby|kiby)\b|_(kb|kib)\b/.test(text)) return 1 / 1024
  return /\b(bytes?|by|b)\b|_bytes?\b|_bytes_/.test(text) ? 1 / 1024 ** 2 : undefined
}
