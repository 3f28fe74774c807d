/** Services at work that resemble loops: outages with backoff, watchers, steady N+1 pages, reports, catching up. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { bursts, enterShop, Stage, takes } from './run-actors.ts'

const minutes = 45

function staged(writer: TelemetryWriter, play: (stage: Stage) => void): undefined {
  const stage = new Stage(minutes)
  enterShop(stage, writer)
  play(stage)
  stage.run()
  return undefined
}

function outage(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  const [from, to] = [15, 15 + writer.between(3, 6)]
  stage.enter(
    1,
    bursts(rng, 150, (begin) => {
      const trace = writer.trace()
      const root = writer.span({ service: 'checkout', name: 'POST /pay', kind: 'server', trace, at: begin, ms: 900 })
      let attempt = 0
      stage.enter(begin + 0.0001, (at) => {
        const failed = at >= from && at < to && rng.chance(0.9)
        writer.span({
          ...{ service: 'checkout', name: 'psp.Payments/Capture', kind: 'client', trace, parent: root, failed },
          ...{ at, ms: takes(rng, failed ? 15 : 220) },
          attributes: { 'rpc.system': 'grpc', 'rpc.grpc.status_code': failed ? 14 : 0, 'server.address': 'psp' },
        })
        attempt += 1
        return failed && attempt < 4 ? (100 * 2 ** attempt * writer.between(0.5, 1)) / 60_000 : undefined
      })
    }),
  )
}

function tokensExpire(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  for (let client = 0; client < 40; client += 1)
    stage.enter(writer.between(0, 3), (at) => {
      const trace = writer.trace()
      const base = { service: 'sync-agent', instance: `sync-${client}`, kind: 'client' as const, trace }
      const call = (name: string, url: string, status: number, start: number) =>
        writer.span({
          ...{ ...base, name, at: start, ms: takes(rng, 60), failed: status >= 400 },
          attributes: httpCall(name, url, status),
        })
      if (rng.chance(0.3)) {
        call('GET', `https://drive.example/files/${rng.hex(10)}`, 401, at)
        call('POST', 'https://login.example/token', 200, at + 0.002)
      }
      call('GET', `https://drive.example/files/${rng.hex(10)}`, 200, at + 0.004)
      return writer.between(0.08, 0.2)
    })
}

function steadyPages(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  stage.enter(
    0.3,
    bursts(rng, 9, (at) => {
      const trace = writer.trace()
      const parent = writer.span({ service: 'catalog-admin', name: 'GET /tree', kind: 'server', trace, at, ms: 700 })
      const count = rng.integer(60, 140)
      for (let index = 0; index < count; index += 1)
        writer.span({
          ...{ service: 'catalog-admin', name: 'SELECT node', kind: 'client', trace, parent, ms: takes(rng, 2) },
          at: at + (index * 3) / 60_000,
          attributes: { 'db.system.name': 'mysql', 'db.query.text': 'SELECT * FROM node WHERE parent_id = ?' },
        })
    }),
  )
}

function catchingUp(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  const positions = Array.from({ length: 6 }, () => rng.integer(50_000, 900_000))
  stage.enter(2, (at) => {
    const partition = rng.integer(0, 5)
    const offset = (positions[partition] ?? 0) + 1
    positions[partition] = offset
    writer.span({
      ...{ service: 'indexer', name: 'documents process', kind: 'consumer', trace: writer.trace(), at, ms: 6 },
      attributes: {
        ...{ 'messaging.system': 'kafka', 'messaging.destination.name': 'documents', 'messaging.kafka.offset': offset },
        ...{ 'messaging.destination.partition.id': String(partition), 'messaging.consumer.group.name': 'indexer' },
      },
    })
    return 1 / (at > 12 && at < 28 ? 600 : 90)
  })
}

function synthetic(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  for (let check = 0; check < 45; check += 1) {
    const url = `https://shop-${check % 9}.example/${rng.pick(['cart', 'login', 'search', 'status'])}`
    stage.enter(writer.between(0, 0.25), (at) => {
      writer.span({
        ...{ service: 'uptime-robot', name: 'GET', kind: 'client', trace: writer.trace(), at, ms: takes(rng, 90) },
        attributes: { ...httpCall('GET', url, 200), 'http.response.body.size': 5120 + check },
      })
      return 0.25
    })
  }
}

function devices(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  for (let device = 0; device < 120; device += 1)
    stage.enter(writer.between(0, 0.5), (at) => {
      writer.span({
        ...{ service: 'telemetry-in', name: 'meters process', kind: 'consumer', trace: writer.trace(), at, ms: 4 },
        attributes: {
          ...{ 'messaging.system': 'mqtt', 'messaging.destination.name': 'meters' },
          ...{ 'messaging.client.id': `meter-${device}`, 'messaging.message.body.size': 64 },
        },
      })
      return rng.chance(0.02) ? 1.5 : writer.between(0.28, 0.34)
    })
}

function blocks(stage: Stage, writer: TelemetryWriter): void {
  for (let worker = 0; worker < 30; worker += 1)
    stage.enter(writer.between(0, 0.4), (at) => {
      const ms = writer.rng.chance(0.4) ? 5000 : takes(writer.rng, 1500)
      writer.span({
        ...{ service: 'render-pool', instance: `render-${worker}`, name: 'BLPOP', kind: 'client', at, ms },
        trace: writer.trace(),
        attributes: { 'db.system.name': 'redis', 'db.operation.name': 'BLPOP', 'server.address': 'jobs-redis' },
      })
      return (ms + takes(writer.rng, 200)) / 60_000
    })
}

function relays(stage: Stage, writer: TelemetryWriter): void {
  const { rng } = writer
  stage.enter(
    1,
    bursts(rng, 280, (at) => {
      const trace = writer.trace()
      const parent = writer.span({
        ...{ service: 'hook-relay', name: 'POST /hooks/in', kind: 'server', trace, at, ms: takes(rng, 30) },
        attributes: { 'http.route': '/hooks/in', 'http.request.method': 'POST', 'http.response.status_code': 202 },
      })
      const tenant = `tenant-${rng.integer(1, 300)}`
      const sent = writer.span({
        ...{ service: 'hook-relay', name: 'POST', kind: 'client', trace, parent, at: at + 0.001, ms: takes(rng, 80) },
        attributes: httpCall('POST', `https://${tenant}.example/hooks`, rng.chance(0.1) ? 500 : 200),
      })
      if (rng.chance(0.5))
        writer.span({
          service: 'hook-audit',
          name: 'POST /hooks/log',
          kind: 'server',
          trace,
          parent: sent,
          at: at + 0.002,
          ms: 9,
        })
    }),
  )
}

const plays: [name: string, play: (stage: Stage, writer: TelemetryWriter) => void][] = [
  ['Outage of minutes, four attempts with growing pauses', outage],
  ['Access tokens that expire and are renewed', tokensExpire],
  ['Page that always reads its tree row by row', steadyPages],
  ['Stream that catches up after a pause', catchingUp],
  ['Synthetic checks of many shops', synthetic],
  ['Meters that report over one topic', devices],
  ['Workers that wait for jobs in Redis', blocks],
  ['Relay of webhooks to hundreds of tenants', relays],
]

export const alikeServices: ToolDefaultsClass[] = plays.map(([name, play]) => ({
  name,
  half: 'unseen',
  play: (writer) => staged(writer, (stage) => play(stage, writer)),
}))
