/** Two databases that connectors of Debezium and sinks of JDBC keep alike, as the agent for Java records them. */
import { playOffice } from '../operated/office.ts'
import { describeProcess } from '../operated/resources.ts'
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const minutes = 42

interface Side {
  source: string
  sink: string
  topic: string
  database: string
}

const east: Side = {
  source: 'connect-east',
  sink: 'connect-west',
  topic: 'east.public.price',
  database: 'pricing_west',
}
const west: Side = {
  source: 'connect-west',
  sink: 'connect-east',
  topic: 'west.public.price',
  database: 'pricing_east',
}

interface Change {
  at: number
  key: string
  /** Of one partition; grows with each record. */
  offset: number
}

/** A row that changed is published, read on the other side and written there; what the log says next is another trace. */
function carry(writer: TelemetryWriter, side: Side, { at, key, offset }: Change): void {
  const trace = writer.trace()
  const about = {
    ...{ 'messaging.system': 'kafka', 'messaging.destination.name': side.topic, 'messaging.kafka.message.key': key },
    ...{ 'messaging.kafka.message.offset': offset, 'messaging.destination.partition.id': '0' },
  }
  const published = writer.span({
    ...{ service: side.source, name: `${side.topic} publish`, kind: 'producer', trace, at, ms: writer.between(2, 9) },
    attributes: { ...about, 'messaging.operation': 'publish', 'messaging.client_id': 'connector-producer-0' },
  })
  const worked = writer.span({
    ...{ service: side.sink, name: `${side.topic} process`, kind: 'consumer', trace, parent: published },
    ...{ at: at + 0.0006, ms: writer.between(4, 12) },
    attributes: {
      ...{ ...about, 'messaging.operation': 'process', 'messaging.kafka.consumer.group': `connect-${side.database}` },
      'messaging.message.body.size': writer.rng.integer(180, 460),
    },
  })
  writer.span({
    ...{ service: side.sink, name: `INSERT ${side.database}.price`, kind: 'client', trace, parent: worked },
    ...{ at: at + 0.0007, ms: writer.between(1, 5) },
    attributes: {
      ...{ 'db.system': 'postgresql', 'db.name': side.database, 'db.operation': 'INSERT', 'db.sql.table': 'price' },
      'db.statement':
        'INSERT INTO "price" ("sku","amount") VALUES (?,?) ON CONFLICT ("sku") DO UPDATE SET "amount"=EXCLUDED."amount"',
    },
  })
}

class Replication {
  readonly #writer: TelemetryWriter
  readonly #offsets = new Map<string, number>()

  constructor(writer: TelemetryWriter) {
    this.#writer = writer
    playOffice(writer, minutes)
    for (const service of ['connect-east', 'connect-west']) describeProcess(writer, service, 'java')
    for (const side of [east, west]) for (const at of writer.starts(18, 0, minutes - 1)) this.pass(side, at, this.key())
  }

  key(): string {
    return `Struct{sku=${this.#writer.rng.integer(100_000, 199_999)}}`
  }

  pass(side: Side, at: number, key: string): void {
    const offset = (this.#offsets.get(side.topic) ?? 410_000) + 1
    this.#offsets.set(side.topic, offset)
    carry(this.#writer, side, { at, key, offset })
  }
}

/** Since a connector was set up again, what comes from the other side is no longer left out: each change goes back and forth. */
function eachComesBack(writer: TelemetryWriter): number {
  const replication = new Replication(writer)
  const [from, rows] = [writer.between(10, 14), writer.rng.integer(4, 6)]
  let passed = 0
  for (let index = 0; index < rows; index += 1) {
    const key = replication.key()
    for (let at = from + writer.between(0, 1.5); at < minutes - 1; passed += 2) {
      replication.pass(east, at, key)
      at += writer.between(0.012, 0.024)
      replication.pass(west, at, key)
      at += writer.between(0.012, 0.024)
    }
  }
  return passed / (minutes - 1.8 - from)
}

/** New prices for all of a season: thousands of rows change on one side, and each goes over once. */
function allPricesOnce(writer: TelemetryWriter): void {
  const replication = new Replication(writer)
  const from = writer.between(10, 14)
  for (const at of writer.starts(writer.between(700, 900), from, from + 9))
    replication.pass(east, at, replication.key())
}

export const replicatedTables: Twins = twins(
  'sixth',
  {
    ...{ name: 'Changes that two replicated tables echo', type: 'circular_dependency' },
    own: ['connect-east', 'connect-west'],
    why: 'A handful of rows is written hundreds of times an hour on both sides, each time because the other side was.',
    losses: { lost: 0.03 },
    play: eachComesBack,
  },
  {
    name: 'Thousands of new prices replicated once',
    why: 'Each row is another one, nothing comes back from the other side, and after nine minutes all are there.',
    play: allPricesOnce,
  },
)
