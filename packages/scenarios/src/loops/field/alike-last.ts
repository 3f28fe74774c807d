/** Six look-alikes made after the detectors were corrected, and measured once. */
import { httpCall, playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'

const minutes = 40

const none = (name: string, play: (writer: TelemetryWriter) => void): ToolDefaultsClass => ({
  name,
  half: 'last',
  play(writer) {
    play(writer)
    return undefined
  },
})

/** Players tell once a second that they are there; the server has nothing to say to it. */
function heartbeats(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  for (let player = writer.rng.integer(15, 25); player > 0; player -= 1)
    for (let at = writer.between(0, 10); at < minutes - 1; at += writer.between(0.0162, 0.0172))
      writer.span({
        ...{ service: 'lobby', name: 'POST /presence', kind: 'server', trace: writer.trace(), at, ms: 2 },
        attributes: {
          ...{ 'http.request.method': 'POST', 'http.route': '/presence', 'http.response.status_code': 204 },
          ...{ 'client.address': `203.0.113.${player}`, 'user_agent.original': 'UnityPlayer/6000.0' },
        },
      })
}

/** Reads a topic and publishes to it once more, marked as enriched; what is marked it only passes by. */
function enricher(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  let offset = writer.rng.integer(1e5, 9e5)
  const topic = { 'messaging.system': 'kafka', 'messaging.destination.name': 'parcels' }
  const work = (at: number, ms: number) => {
    const trace = writer.trace()
    const attributes = { ...topic, 'messaging.kafka.offset': offset++, 'messaging.destination.partition.id': '0' }
    const base = { service: 'parcel-enricher', trace }
    return { trace, span: writer.span({ ...base, name: 'parcels process', kind: 'consumer', at, ms, attributes }) }
  }
  for (const at of writer.starts(writer.between(150, 260), 0, minutes - 1)) {
    const { trace, span } = work(at, 30)
    const parent = { service: 'parcel-enricher', trace, parent: span }
    const attributes = httpCall('GET', `http://addresses/v1/parcels/${writer.rng.integer(1e6, 9e6)}`, 200)
    writer.span({ ...parent, name: 'GET', kind: 'client', at: at + 0.0001, ms: 15, attributes })
    writer.span({ ...parent, name: 'parcels publish', kind: 'producer', at: at + 0.0004, ms: 3, attributes: topic })
    work(at + writer.between(0.001, 0.004), 1)
  }
}

/** A cluster for a job that comes at each twentieth minute of the hour; nothing but its size is reported. */
function twentieths(writer: TelemetryWriter): void {
  const first = 20 - ((writer.beginMs / 60_000) % 20)
  const [work, most] = [writer.between(6, 9), writer.rng.integer(8, 16)]
  for (let at = 0; at < 400; at += 0.5) {
    const since = (at - first + 400) % 20
    writer.point('etl-cluster', 'CoreNodesRunning', at, 2)
    writer.point('etl-cluster', 'task_node_count', at, since < work + 0.4 * Math.sin(at) ? most : 0)
  }
}

/** Sessions of an old store are imported for hours, and then all are there. */
function imported(writer: TelemetryWriter): void {
  const [limit, from, hours] = [8192, writer.between(240, 400), writer.between(4, 6)]
  for (let minute = 0; minute < 1440; minute += 1) {
    const done = Math.min(1, Math.max(0, minute - from) / (hours * 60))
    const level = limit * (0.1 + 0.52 * done) * (1 + 0.003 * writer.normal())
    writer.point('session-redis', 'redis_memory_used_bytes', minute, Math.round(level * 2 ** 20))
    writer.point('session-redis', 'redis_memory_max_bytes', minute, limit * 2 ** 20)
    writer.point('session-redis', 'redis_db_keys', minute, Math.round(1e5 + 6e6 * done))
  }
}

/** Builds that try each test that fails up to three times. */
function flakyTests(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  for (const start of writer.starts(writer.between(6, 10), 0, minutes - 2)) {
    const trace = writer.trace()
    const base = { service: 'ci-runner', trace, kind: 'internal' as const }
    const parent = writer.span({ ...base, name: 'pytest session', at: start, ms: 55_000 })
    let at = start
    for (let test = 0; test < 80; test += 1) {
      const isBroken = writer.rng.chance(0.4)
      for (let attempt = 0; attempt < (isBroken ? 3 : 1); attempt += 1, at += writer.between(0.002, 0.006))
        writer.span({
          ...{ ...base, parent, at, ms: 150, failed: isBroken, name: 'pytest test' },
          attributes: { 'test.case.name': `tests/test_orders.py::test_${test}`, 'test.attempt': attempt },
        })
    }
  }
}

/** Schedulers ask the database once a second for the lock that one of them has. */
function locks(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  for (let pod = writer.rng.integer(12, 18); pod > 0; pod -= 1)
    for (let at = writer.between(0, 0.02); at < minutes - 1; at += writer.between(0.0165, 0.0168)) {
      const base = { service: 'billing-jobs', instance: `billing-jobs-${pod}`, trace: writer.trace(), at }
      writer.span({
        ...{ ...base, name: 'UPDATE billing.shedlock', kind: 'client', ms: 2 },
        parent: writer.span({ ...base, name: 'InvoiceTask.run', kind: 'internal', ms: 3 }),
        attributes: {
          ...{ 'db.system': 'postgresql', 'db.name': 'billing' },
          'db.statement': 'UPDATE shedlock SET lock_until = ?, locked_at = ? WHERE name = ? AND lock_until <= ?',
        },
      })
    }
}

export const fieldAlikeLast: ToolDefaultsClass[] = [
  none('Players that tell once a second that they are there', heartbeats),
  none('Enricher that publishes to the topic it reads, once', enricher),
  none('Cluster for a job at each twentieth minute', twentieths),
  none('Sessions imported for hours into a store', imported),
  none('Tests that are tried up to three times', flakyTests),
  none('Schedulers that ask for one lock once a second', locks),
]
