/** Work that looks like running in circles and gets on: a snapshot, a file in halves, a group that is balanced again. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { alikeOf } from './class-of-set.ts'
import { playOffice } from './office.ts'
import { describeLambda, describePod } from './resources.ts'

const minutes = 45

/** A sink writes record by record: a few at a time from changes, hundreds at a time while the first snapshot comes in. */
function snapshot(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const pod = describePod(writer, 'orders-sink', 'go')
  const [from, to] = [writer.between(12, 16), writer.between(27, 31)]
  let offset = writer.rng.integer(4000, 9000)
  for (const start of writer.starts(7, 0, minutes - 1)) {
    const base = { service: 'orders-sink', instance: pod, trace: writer.trace() }
    const records = start > from && start < to ? writer.rng.integer(90, 160) : writer.rng.integer(1, 4)
    const kafka = { 'messaging.system': 'kafka', 'messaging.destination.name': 'shop.public.orders' }
    const parent = writer.span({
      ...{ ...base, name: 'poll shop.public.orders', kind: 'consumer', at: start, ms: records * 3 + 2 },
      attributes: {
        ...{ ...kafka, 'messaging.operation.name': 'poll', 'messaging.consumer.group.name': 'orders-sink' },
        ...{ 'messaging.kafka.offset': offset, 'messaging.destination.partition.id': '0' },
        'messaging.batch.message_count': records,
      },
    })
    offset += records
    for (let record = 0; record < records; record += 1)
      writer.span({
        ...{ ...base, name: 'INSERT orders', kind: 'client', parent, at: start + (record * 3) / 60_000, ms: 2 },
        attributes: {
          ...{ 'db.system.name': 'postgresql', 'db.namespace': 'replica', 'db.collection.name': 'orders' },
          'db.query.text':
            'INSERT INTO orders (id, total) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET total = EXCLUDED.total',
        },
      })
  }
}

/** A file is cut in halves, each of which is cut in halves, until the parts are small; then they are worked on. */
function inHalves(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  describeLambda(writer, 'split-import', 'python')
  const queue = { 'messaging.system': 'aws_sqs', 'messaging.destination.name': 'split-parts' }
  const cut = (trace: string, parent: string, at: number, levels: number): void => {
    const [ms, base] = [
      levels > 0 ? writer.between(60, 120) : writer.between(700, 1400),
      { service: 'split-import', trace },
    ]
    const run = writer.span({
      ...{ ...base, name: 'split-import', kind: 'consumer', parent, at, ms },
      attributes: { ...queue, 'faas.trigger': 'pubsub', 'faas.invocation_id': writer.rng.hex(32) },
    })
    for (let half = 0; half < 2 && levels > 0; half += 1) {
      const sent = at + (ms - 20 + half * 8) / 60_000
      const send = { ...base, name: 'SQS.SendMessage', kind: 'producer' as const, parent: run, at: sent, ms: 7 }
      const message = writer.span({
        ...send,
        attributes: { ...queue, 'rpc.system': 'aws-api', 'rpc.method': 'SendMessage' },
      })
      cut(trace, message, sent + writer.between(0.002, 0.03), levels - 1)
    }
  }
  for (let file = 0; file < 3; file += 1) {
    const at = 6 + file * 12 + writer.between(0, 4)
    const trace = writer.trace()
    const upload = { service: 'upload-web', name: 'POST /imports', kind: 'server' as const, trace, at, ms: 90 }
    cut(trace, writer.span(upload), at + 0.01, writer.rng.integer(9, 10))
  }
}

/** Machines at a discount are taken away now and then; what was read and not yet committed is read again. */
function balancedAnew(writer: TelemetryWriter): void {
  const [length, partitions] = [100, 6]
  playOffice(writer, length, 1)
  const pods = [0, 1, 2].map(() => describePod(writer, 'payments-indexer', 'java'))
  const offsets = Array.from({ length: partitions }, () => writer.rng.integer(1e5, 9e5))
  let next = writer.between(9, 14)
  for (const at of writer.starts(140, 0, length - 1)) {
    if (at > next) {
      next += writer.between(9, 14)
      for (let partition = 0; partition < partitions; partition += 1)
        offsets[partition] = (offsets[partition] ?? 0) - writer.rng.integer(5, 50)
    }
    const partition = writer.rng.integer(0, partitions - 1)
    const offset = (offsets[partition] ?? 0) + 1
    offsets[partition] = offset
    writer.span({
      ...{
        service: 'payments-indexer',
        instance: pods[partition % 3] ?? '',
        name: 'process payments',
        kind: 'consumer',
      },
      ...{ trace: writer.trace(), at, ms: writer.between(3, 18) },
      attributes: {
        ...{
          'messaging.system': 'kafka',
          'messaging.operation.name': 'process',
          'messaging.operation.type': 'process',
        },
        ...{ 'messaging.destination.name': 'payments', 'messaging.destination.partition.id': String(partition) },
        ...{ 'messaging.kafka.offset': offset, 'messaging.consumer.group.name': 'payments-indexer' },
      },
    })
  }
}

export const thirdAlikeWork: ToolDefaultsClass[] = [
  alikeOf('third', {
    name: 'Sink that writes record by record while a snapshot comes in',
    why: 'Each record is another one, offsets advance, and a quarter of an hour later the snapshot is in.',
    play: snapshot,
  }),
  alikeOf('third', {
    name: 'File cut in halves until its parts are small',
    why: 'At most ten cuts deep, each part is worked on once, and the work ends with the file.',
    play: inHalves,
  }),
  alikeOf('third', {
    name: 'Group of consumers balanced again when a machine goes',
    why: 'At each change some records of each partition come a second time, a tenth of all, and then offsets go on.',
    losses: { lost: 0.02 },
    play: balancedAnew,
  }),
]
