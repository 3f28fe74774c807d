/** Attempts of a service behind the proxies of a mesh, which alone record spans. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { playTraffic } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const minutes = 40

interface Passage {
  name: string
  status: number
  flags: string
}

/** What Envoy records by default; its status is text. */
function passage({ name, status, flags }: Passage, cluster: string) {
  return {
    ...{ component: 'proxy', node_id: 'sidecar~10.2.4.7~cart.prod', 'http.protocol': 'HTTP/1.1' },
    ...{ 'http.method': 'POST', 'http.url': `http://${name}/reserve`, 'http.status_code': String(status) },
    ...{ upstream_cluster: cluster, response_flags: flags, user_agent: 'okhttp/4.12.0', request_size: '214' },
    ...(status >= 500 && { error: 'true' }),
  }
}

/** One request to the cart, with the attempts that it makes at the stock. */
function requestOf(writer: TelemetryWriter, start: number, attempts: { at: number; ms: number; ok: boolean }[]) {
  const base = { service: 'cart.prod', trace: writer.trace() }
  const end = Math.max(...attempts.map(({ at, ms }) => at + ms / 60_000))
  const ok = attempts.some((attempt) => attempt.ok)
  const parent = writer.span({
    ...{ ...base, name: 'cart.prod.svc.cluster.local:8080/*', kind: 'server', at: start, failed: !ok },
    ms: (end - start) * 60_000 + writer.between(2, 9),
    attributes: passage({ name: 'cart:8080', status: ok ? 200 : 504, flags: '-' }, 'inbound|8080||'),
  })
  for (const { at, ms, ok: isOk } of attempts)
    writer.span({
      ...{ ...base, name: 'stock.prod.svc.cluster.local:8080/*', kind: 'client', parent, at, ms, failed: !isOk },
      attributes: passage(
        { name: 'stock:8080', status: isOk ? 200 : 503, flags: isOk ? '-' : 'UF,URX' },
        'outbound|8080||stock.prod.svc.cluster.local',
      ),
    })
}

/** Nothing listens any more behind a name: each request asks again at once until its half minute is over. */
function untilTimeIsOver(writer: TelemetryWriter): number {
  playTraffic(writer, minutes)
  const gone = writer.between(9, 14)
  const [perMinute, wait] = [writer.between(6, 10), writer.between(420, 700)]
  let attempts = 0
  for (const start of writer.starts(perMinute, 0, minutes - 1)) {
    const list = [{ at: start + 0.00002, ms: writer.between(8, 30), ok: start < gone }]
    for (let at = start; start >= gone && at < start + 0.5; at += (wait * writer.between(0.7, 1.3)) / 60_000)
      list.push({ at: at + 0.00003, ms: writer.between(2, 12), ok: false })
    requestOf(writer, start, list)
    if (start >= gone) attempts += list.length
  }
  return attempts / (minutes - 1 - gone)
}

/** While pods are replaced, a third of the requests need a second attempt, and get an answer by it. */
function secondAttempts(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  const release = writer.between(12, 18)
  writer.rollout('stock', release)
  for (const start of writer.starts(writer.between(160, 260), 0, minutes - 1)) {
    const isCut = start > release && start < release + 5 && writer.rng.chance(0.34)
    const first = { at: start + 0.00002, ms: writer.between(8, 30), ok: !isCut }
    const second = { at: start + 0.0008, ms: writer.between(8, 30), ok: true }
    requestOf(writer, start, isCut ? [first, second] : [first])
  }
}

export const meshRetries: Twins = twins(
  'fifth',
  {
    ...{ name: 'Proxies of a mesh that see a service asked again for half a minute', type: 'infinite_retry' },
    own: ['cart.prod'],
    why: 'Nothing listens behind the name, and each request asks for it fifty times without a pause until it is cut off.',
    losses: { lost: 0.04 },
    play: untilTimeIsOver,
  },
  {
    name: 'Proxies of a mesh that see second attempts while pods are replaced',
    why: 'No request needs more than two attempts, the second succeeds, and after five minutes none is needed.',
    play: secondAttempts,
  },
)
