/** Four loops made after the detectors were corrected, and measured once. */
import { httpCall, playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'

const minutes = 40

type Truth = NonNullable<ReturnType<ToolDefaultsClass['play']>>

const loop = (
  name: string,
  type: Truth['type'],
  own: string[],
  play: (writer: TelemetryWriter) => void,
): ToolDefaultsClass => ({
  name,
  half: 'last',
  play(writer) {
    play(writer)
    return { type, own, perMinute: null }
  },
})

/** A partial that renders itself until the stack gives out. */
function ownPartial(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  for (const start of writer.starts(writer.between(5, 9), writer.between(9, 13), minutes - 1)) {
    const trace = writer.trace()
    const base = { service: 'cms', trace, failed: true }
    let parent = writer.span({ ...base, name: 'GET /pages/:slug', kind: 'server', at: start, ms: 2600 })
    const depth = writer.rng.integer(300, 480)
    for (let level = 0; level < depth; level += 1)
      parent = writer.span({
        ...{ ...base, name: 'render_partial.action_view', kind: 'internal', parent, at: start + level * 0.0001 },
        ms: 2500 - level * 5,
        attributes: { 'code.filepath': 'app/views/pages/_block.html.erb' },
      })
  }
}

/** A token that is renewed and refused, over and over, by every instance. */
function refusedTokens(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  const from = writer.between(10, 14)
  for (let instance = writer.rng.integer(3, 4); instance > 0; instance -= 1)
    for (let at = writer.between(0, 0.5); at < minutes - 1; ) {
      const trace = writer.trace()
      const failed = at >= from
      const base = { service: 'ledger-sync', instance: `ledger-sync-${instance}`, trace }
      const parent = writer.span({ ...base, name: 'sync', kind: 'internal', at, ms: 240, failed })
      const call = (method: string, url: string, status: number, offset: number) =>
        writer.span({
          ...{ ...base, name: method, kind: 'client', parent, at: at + offset / 60_000, ms: 70, failed: status >= 400 },
          attributes: httpCall(method, url, status),
        })
      call('GET', 'https://ledger.example/v3/entries', failed ? 401 : 200, 2)
      if (failed) call('POST', 'https://id.example/oauth/token', 200, 80)
      if (failed) call('GET', 'https://ledger.example/v3/entries', 401, 160)
      at += failed ? writer.between(0.0042, 0.006) : writer.between(0.4, 0.6)
    }
}

/** Nodes that come for pods that do not fit, and go because they stand empty. */
function consolidation(writer: TelemetryWriter): void {
  const [low, more, from] = [writer.rng.integer(9, 15), writer.rng.integer(2, 4), writer.between(40, 60)]
  let [next, isMore] = [from, false]
  for (let at = 0; at < 300; at += 0.5) {
    if (at >= next) {
      isMore = !isMore
      next += writer.between(3.6, 4.4)
    }
    writer.point('workers-pool', 'cluster_autoscaler_nodes_count', at, isMore ? low + more : low)
  }
}

/** A change warms a cache, which writes to the table whose changes warm the cache. */
function changeFeed(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  const topics = ['db.catalog.items', 'cache.invalidate', 'catalog.touch']
  const services = ['cache-warmer', 'price-refresher', 'catalog-writer']
  const offsets = topics.map(() => writer.rng.integer(1e4, 9e5))
  for (const start of writer.starts(writer.between(6, 10), writer.between(9, 13), minutes - 1)) {
    const trace = writer.trace()
    let [parent, at] = ['', start]
    for (let hop = writer.rng.integer(60, 150), step = 0; hop > 0 && at < minutes - 0.2; hop -= 1, step += 1) {
      const [topic = '', next = ''] = [topics[step % 3], topics[(step + 1) % 3]]
      const service = services[step % 3] ?? ''
      const offset = (offsets[step % 3] ?? 0) + 1
      offsets[step % 3] = offset
      const kafka = { 'messaging.system': 'kafka', 'messaging.destination.name': topic }
      const run = writer.span({
        ...{ service, name: `${topic} process`, kind: 'consumer', trace, parent, at, ms: writer.between(8, 40) },
        attributes: { ...kafka, 'messaging.kafka.message.offset': offset, 'messaging.destination.partition.id': '2' },
      })
      parent = writer.span({
        ...{ service, name: `${next} publish`, kind: 'producer', trace, parent: run, at: at + 0.0001, ms: 3 },
        attributes: { 'messaging.system': 'kafka', 'messaging.destination.name': next },
      })
      at += writer.between(0.002, 0.006)
    }
  }
}

export const fieldLoopsLast: ToolDefaultsClass[] = [
  loop('Partial that renders itself', 'recursive_function', ['cms'], ownPartial),
  loop('Tokens renewed and refused', 'infinite_retry', ['ledger-sync'], refusedTokens),
  loop('Nodes that come and go every eight minutes', 'auto_scaling_loop', ['workers-pool'], consolidation),
  loop(
    'Feed of changes that changes what it feeds on',
    'circular_dependency',
    ['cache-warmer', 'price-refresher', 'catalog-writer'],
    changeFeed,
  ),
]
