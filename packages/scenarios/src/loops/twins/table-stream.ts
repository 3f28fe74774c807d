/** A function that the stream of a table starts, as the layer for Lambda and the SDK of Python record it. */
import { describeLambda } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const minutes = 40

function run(writer: TelemetryWriter, service: string, method: string, table: string, at: number): void {
  const base = { service, trace: writer.trace() }
  const parent = writer.span({
    ...{ ...base, name: `${service}.handler`, kind: 'consumer', at, ms: writer.between(30, 120) },
    attributes: { 'faas.invocation_id': writer.rng.hex(32), 'cloud.account.id': '112233445566' },
  })
  writer.span({
    ...{ ...base, name: `DynamoDB.${method}`, kind: 'client', parent, at: at + 0.0001, ms: writer.between(4, 14) },
    attributes: {
      ...{ 'rpc.system': 'aws-api', 'rpc.service': 'DynamoDB', 'rpc.method': method, 'db.system': 'dynamodb' },
      ...{ 'db.operation': method, 'aws.dynamodb.table_names': table, 'http.status_code': 200 },
    },
  })
}

/** It stamps the record that started it, and the stamp starts it again. */
function stampsItsOwn(writer: TelemetryWriter): number {
  playTraffic(writer, minutes)
  describeLambda(writer, 'stamp-orders', 'python')
  for (const at of writer.starts(20, 0, 11)) run(writer, 'stamp-orders', 'UpdateItem', 'orders', at)
  const [release, chains] = [writer.between(11, 15), writer.rng.integer(7, 11)]
  let runs = 0
  for (let chain = 0; chain < chains; chain += 1)
    for (let at = release + writer.between(0, 2); at < minutes - 1; at += writer.between(0.008, 0.016), runs += 1)
      run(writer, 'stamp-orders', 'UpdateItem', 'orders', at)
  return runs / (minutes - 2 - release)
}

/** A sale: the shop stores thirty times as many orders, and the function adds each to the totals. */
function countsASale(writer: TelemetryWriter): void {
  playTraffic(writer, minutes)
  describeLambda(writer, 'count-orders', 'python')
  const sale = writer.between(10, 13)
  const perMinute = (at: number) => 16 + 460 * Math.min(1, Math.max(0, (at - sale) / 4))
  for (const at of writer.starts(480, 0, minutes - 1)) {
    if (!writer.rng.chance(perMinute(at) / 480)) continue
    const base = { service: 'order-api', trace: writer.trace() }
    const parent = writer.span({ ...base, name: 'POST /orders', kind: 'server', at, ms: 60 })
    writer.span({
      ...{ ...base, name: 'DynamoDB.PutItem', kind: 'client', parent, at: at + 0.0002, ms: 9 },
      attributes: { 'rpc.system': 'aws-api', 'rpc.service': 'DynamoDB', 'rpc.method': 'PutItem' },
    })
    run(writer, 'count-orders', 'UpdateItem', 'order-totals', at + writer.between(0.006, 0.02))
  }
}

export const tableStream: Twins = twins(
  'fifth',
  {
    ...{ name: 'Function that writes the table whose stream starts it', type: 'recursive_function' },
    own: ['stamp-orders'],
    why: 'Each run starts the next one; that the stream is that of the table it writes is recorded by nothing by default.',
    isUndecidable: true,
    play: stampsItsOwn,
  },
  {
    name: 'Function that counts the orders of a sale',
    why: 'It runs as often as orders are stored by people, and writes another table.',
    play: countsASale,
  },
)
