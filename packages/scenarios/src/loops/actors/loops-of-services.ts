/** Loops of calls, statements, webhooks and records of other services, with noise of their own. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { bursts, enterShop, Stage, takes } from './run-actors.ts'

const minutes = 45

function staged(writer: TelemetryWriter, play: (stage: Stage, from: number) => void): void {
  const stage = new Stage(minutes)
  enterShop(stage, writer)
  play(stage, writer.between(9, 16))
  stage.run()
}

function requestAgain(stage: Stage, writer: TelemetryWriter, from: number, pauseMs: number): void {
  const operation = writer.rng.hex(12)
  stage.enter(from, (at) => {
    const ms = takes(writer.rng, 35)
    writer.span({
      ...{ service: 'provision', name: 'GET', kind: 'client', trace: writer.trace(), at, ms },
      attributes: {
        ...httpCall('GET', `https://compute.example/v1/operations/${operation}`, 200),
        'http.response.body.size': 412,
      },
    })
    return (ms + pauseMs * writer.between(0.9, 1.1)) / 60_000
  })
}

/** Counted by the span metrics of a collector, which sees every span before the sampler does. */
function spanMetrics(writer: TelemetryWriter, from: number, perMinute: number): void {
  for (let minute = 0; minute < minutes - 1; minute += 1) {
    const calls = minute < from ? writer.rng.integer(0, 3) : Math.round(perMinute * writer.between(0.97, 1.03))
    writer.point('provision', 'traces.span.metrics.calls', minute, calls)
  }
}

function reconnects(stage: Stage, writer: TelemetryWriter, from: number, clients: number): void {
  const stream = (failed: boolean, instance: string) => (at: number) => {
    writer.span({
      ...{ service: 'edge-cache', instance, name: 'feed.Changes/Watch', kind: 'client', trace: writer.trace(), failed },
      ...{ at, ms: takes(writer.rng, failed ? 18 : 40_000) },
      attributes: {
        ...{ 'rpc.system': 'grpc', 'rpc.service': 'feed.Changes', 'rpc.method': 'Watch', 'server.address': 'feed' },
        'rpc.grpc.status_code': failed ? 14 : 0,
      },
    })
  }
  for (let client = 0; client < clients; client += 1) {
    const instance = `edge-cache-${writer.rng.hex(5)}`
    stage.enter(writer.between(0, 1), (at) => {
      stream(at >= from, instance)(at)
      return at < from ? writer.between(0.8, 1.4) : takes(writer.rng, 900, 0.4) / 60_000
    })
  }
}

function tooManyRequests(stage: Stage, writer: TelemetryWriter, from: number, clients: number): void {
  for (let client = 0; client < clients; client += 1)
    stage.enter(writer.between(0, 2), (at) => {
      const limited = at >= from
      writer.span({
        ...{ service: 'price-sync', instance: `price-sync-${client}`, name: 'GET', kind: 'client', failed: limited },
        ...{ trace: writer.trace(), at, ms: takes(writer.rng, limited ? 12 : 180) },
        attributes: httpCall('GET', 'https://rates.example/v4/latest', limited ? 429 : 200),
      })
      return limited ? takes(writer.rng, 700, 0.5) / 60_000 : writer.between(0.9, 1.2)
    })
}

function lazyLoads(
  stage: Stage,
  writer: TelemetryWriter,
  from: number,
  statement: (index: number) => { name: string; attributes: Record<string, string | number> },
): void {
  const { rng } = writer
  stage.enter(
    0.2,
    bursts(rng, 5, (at) => {
      const trace = writer.trace()
      const count = at < from ? rng.integer(1, 3) : rng.integer(90, 260)
      const root = {
        service: 'roster',
        name: 'GET /teams/{id}',
        kind: 'server' as const,
        trace,
        at,
        ms: count * 3 + 20,
      }
      const parent = writer.span(root)
      for (let index = 0; index < count; index += 1) {
        const start = at + (index * 2.6) / 60_000
        writer.span({
          service: 'roster',
          kind: 'client',
          trace,
          parent,
          at: start,
          ms: takes(rng, 1.8),
          ...statement(index),
        })
        if (rng.chance(0.15))
          writer.span({ service: 'roster', name: 'cache.get', kind: 'internal', trace, parent, at: start, ms: 0.2 })
      }
    }),
  )
}

/** Orders that a shop and a warehouse tell each other of; every delivery begins a trace. */
function echoes(stage: Stage, writer: TelemetryWriter, from: number, orders: number): void {
  const systems = ['shop-connector', 'warehouse-connector'] as const
  for (let order = 0; order < orders; order += 1) {
    let turn = 0
    stage.enter(from + writer.between(0, 3), (at) => {
      const [sender, receiver] = [systems[turn % 2] ?? systems[0], systems[(turn + 1) % 2] ?? systems[0]]
      turn += 1
      const trace = writer.trace()
      const [name, ms] = ['POST', takes(writer.rng, 45)]
      const parent = writer.span({
        ...{ service: sender, name, kind: 'client', trace, at, ms },
        attributes: httpCall('POST', `https://${receiver}/hooks/orders`, 200),
      })
      writer.span({
        ...{
          service: receiver,
          name: 'POST /hooks/orders',
          kind: 'server',
          trace,
          parent,
          at: at + 0.0003,
          ms: ms / 2,
        },
        attributes: { 'http.route': '/hooks/orders', 'http.request.method': 'POST', 'http.response.status_code': 200 },
      })
      return takes(writer.rng, 1600, 0.7) / 60_000
    })
  }
}

/** A consumer that is thrown out of its group before it commits: the same five hundred records over and over. */
function rebalances(stage: Stage, writer: TelemetryWriter, from: number): void {
  let [position, committed] = [810_000, 810_000]
  stage.enter(0.5, (at) => {
    if (position >= committed + 500) {
      if (at < from) committed = position
      position = committed
    }
    writer.span({
      ...{ service: 'ledger-writer', name: 'entries process', kind: 'consumer', trace: writer.trace(), at, ms: 40 },
      attributes: {
        ...{ 'messaging.system': 'kafka', 'messaging.destination.name': 'entries', 'messaging.kafka.offset': position },
        ...{ 'messaging.destination.partition.id': '3', 'messaging.consumer.group.name': 'ledger-writer' },
      },
    })
    position += 1
    return 1 / writer.between(250, 400)
  })
}

const type = (
  loopType: NonNullable<ReturnType<ToolDefaultsClass['play']>>['type'],
  own: string,
  rate: number | null,
) => ({
  type: loopType,
  own: [own],
  perMinute: rate,
})

export const loopsOfServices: ToolDefaultsClass[] = [
  {
    name: 'Operation asked for in a tight loop, one trace in five kept, with span metrics',
    half: 'unseen',
    losses: { sampled: 0.2 },
    play(writer) {
      const pause = writer.between(40, 90)
      const perMinute = 60_000 / (pause + 39)
      staged(writer, (stage, from) => {
        requestAgain(stage, writer, from, pause)
        spanMetrics(writer, from, perMinute)
      })
      return type('api_polling_loop', 'provision', perMinute)
    },
  },
  {
    name: 'gRPC stream opened again as soon as it fails, by many instances',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => reconnects(stage, writer, from, writer.rng.integer(6, 12)))
      return type('infinite_retry', 'edge-cache', null)
    },
  },
  {
    name: 'Requests answered by 429 and sent again, by many instances',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => tooManyRequests(stage, writer, from, writer.rng.integer(5, 9)))
      return type('infinite_retry', 'price-sync', null)
    },
  },
  {
    name: 'Documents loaded one by one, Mongo without statements',
    half: 'unseen',
    play(writer) {
      const attributes = {
        'db.system.name': 'mongodb',
        'db.collection.name': 'players',
        'db.operation.name': 'findOne',
      }
      staged(writer, (stage, from) => lazyLoads(stage, writer, from, () => ({ name: 'findOne players', attributes })))
      return type('database_query_loop', 'roster', null)
    },
  },
  {
    name: 'Rows loaded one by one, SQL Server, older attribute names, literals',
    half: 'unseen',
    play(writer) {
      const statement = (index: number) => ({
        name: 'SELECT TeamDb',
        attributes: {
          ...{ 'db.system': 'mssql', 'db.name': 'TeamDb' },
          'db.statement': `SELECT p.* FROM Players p WHERE p.Id = ${4000 + index * 3} AND p.Code = N'K${index}'`,
        },
      })
      staged(writer, (stage, from) => lazyLoads(stage, writer, from, statement))
      return type('database_query_loop', 'roster', null)
    },
  },
  {
    name: 'Orders that two connectors send each other, each delivery a trace',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => echoes(stage, writer, from, writer.rng.integer(12, 25)))
      return { type: 'webhook_loop', own: ['shop-connector', 'warehouse-connector'], perMinute: null }
    },
  },
  {
    name: 'Five hundred records over and over, never committed',
    half: 'unseen',
    play(writer) {
      staged(writer, (stage, from) => rebalances(stage, writer, from))
      return type('batch_processing_loop', 'ledger-writer', null)
    },
  },
]
