/** Loops that traces show, in systems of other kinds: event buses, failed messages, pools, mappers, rings of webhooks, agents. */
import { httpCall, playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'

const minutes = 45

type Truth = NonNullable<ReturnType<ToolDefaultsClass['play']>>

const loop = (
  name: string,
  type: Truth['type'],
  own: string[],
  play: (writer: TelemetryWriter) => void,
): ToolDefaultsClass => ({
  name,
  half: 'blind',
  play(writer) {
    playTraffic(writer, minutes)
    play(writer)
    return { type, own, perMinute: null }
  },
})

/** A rule matches what its own target puts on the bus; the bus carries the trace along. */
function ownEvents(writer: TelemetryWriter): void {
  const from = writer.between(9, 14)
  for (const start of writer.starts(writer.between(3, 6), from, minutes - 1)) {
    const trace = writer.trace()
    let [parent, at] = ['', start]
    for (let hop = writer.rng.integer(50, 200); hop > 0 && at < minutes - 0.1; hop -= 1) {
      const base = { service: 'stamp-order', trace }
      const ms = writer.between(40, 160)
      const attributes = { 'faas.trigger': 'pubsub', 'faas.invocation_id': writer.rng.hex(32) }
      const run = writer.span({ ...base, name: 'stamp-order', kind: 'server', parent, at, ms, attributes })
      parent = writer.span({
        ...{ ...base, name: 'EventBridge.PutEvents', kind: 'client', parent: run, at: at + ms / 70_000, ms: 12 },
        attributes: { 'rpc.system': 'aws-api', 'rpc.service': 'EventBridge', 'rpc.method': 'PutEvents' },
      })
      at += ms / 60_000 + writer.between(0.004, 0.012)
    }
  }
}

/** Failed messages are put back where they came from, and fail there again. */
function failedMessages(writer: TelemetryWriter): void {
  for (let message = writer.rng.integer(120, 220); message > 0; message -= 1) {
    const id = writer.rng.hex(32)
    for (let at = writer.between(10, 14); at < minutes - 1; at += writer.between(0.25, 0.45)) {
      const trace = writer.trace()
      const attributes = { 'messaging.system': 'rabbitmq', 'messaging.message.id': id }
      const base = { trace, kind: 'consumer' as const, attributes: { ...attributes } }
      writer.span({
        ...{ ...base, service: 'loyalty-booker', name: 'points process', at, ms: 30, failed: true },
        attributes: { ...attributes, 'messaging.destination.name': 'points' },
      })
      writer.span({
        ...{ ...base, service: 'dlq-redrive', name: 'points.dlq process', at: at + 0.1, ms: 5, trace: writer.trace() },
        attributes: { ...attributes, 'messaging.destination.name': 'points.dlq' },
      })
    }
  }
}

/** A pool that opens connections again as soon as they are refused. */
function refusedPool(writer: TelemetryWriter): void {
  const from = writer.between(10, 14)
  for (let connection = 0; connection < writer.rng.integer(5, 9); connection += 1)
    for (let at = from + writer.between(0, 0.1); at < minutes - 1; at += writer.between(0.004, 0.008))
      writer.span({
        ...{ service: 'subscriptions', name: 'pg-pool.connect', kind: 'client', trace: writer.trace(), at, ms: 3 },
        ...{ failed: true },
        attributes: { 'db.system': 'postgresql', 'net.peer.name': 'db-primary', 'net.peer.port': 5432 },
      })
}

/** 304 to every question, from dozens of tabs that ask once a second; only the server is instrumented. */
function tabs(writer: TelemetryWriter): void {
  for (let tab = writer.rng.integer(20, 30); tab > 0; tab -= 1)
    for (let at = writer.between(0, 0.02); at < minutes - 1; at += writer.between(0.0155, 0.0185))
      writer.span({
        ...{ service: 'notice-board', name: 'GET /api/notices', kind: 'server', trace: writer.trace(), at, ms: 4 },
        attributes: {
          ...{ 'http.request.method': 'GET', 'http.route': '/api/notices', 'http.response.status_code': 304 },
          ...{ 'client.address': `198.51.100.${tab}`, 'user_agent.original': 'Mozilla/5.0' },
        },
      })
}

/** A mapper's engine: one query for all until a release, one for each row after it, deep below the request. */
function mapperEngine(writer: TelemetryWriter): void {
  const release = writer.between(14, 18)
  for (const start of writer.starts(writer.between(6, 10), 0, minutes - 1)) {
    const trace = writer.trace()
    const base = { service: 'course-api', trace }
    const parent = writer.span({ ...base, name: 'GET /courses', kind: 'server', at: start, ms: 500 })
    const rows = start < release ? 1 : writer.rng.integer(80, 130)
    for (let row = 0; row < rows; row += 1) {
      const at = start + 0.0002 + row * 0.00006
      const operation = { ...base, name: 'prisma:client:operation', kind: 'internal' as const, parent, at, ms: 3 }
      const engine = { ...base, name: 'prisma:engine:query', kind: 'internal' as const, at, ms: 2 }
      writer.span({
        ...{ ...base, name: 'prisma:engine:db_query', kind: 'client', at, ms: 1.5 },
        parent: writer.span({ ...engine, parent: writer.span(operation) }),
        attributes: {
          ...{ 'db.system': 'postgresql' },
          'db.query.text': 'SELECT "id", "name" FROM "Lesson" WHERE "courseId" = $1 LIMIT $2 OFFSET $3',
        },
      })
    }
  }
}

/** Three systems tell each other of a change, and each takes what it is told for a change of its own. */
function ringOfWebhooks(writer: TelemetryWriter): void {
  const ring = ['crm-bridge', 'erp-bridge', 'desk-bridge']
  const from = writer.between(10, 14)
  for (let item = writer.rng.integer(8, 14); item > 0; item -= 1)
    for (let at = from + writer.between(0, 0.4), hop = item; at < minutes - 1; hop += 1) {
      const [sender = '', receiver = ''] = [ring[hop % 3], ring[(hop + 1) % 3]]
      const trace = writer.trace()
      const ms = writer.between(40, 160)
      const parent = writer.span({
        ...{ service: sender, name: 'POST', kind: 'client', trace, at, ms },
        attributes: httpCall('POST', `https://${receiver}.example/webhooks/contacts`, 202),
      })
      writer.span({
        ...{ service: receiver, name: 'POST /webhooks/contacts', kind: 'server', trace, parent, at: at + 0.0002 },
        ms: ms - 15,
        attributes: { 'http.request.method': 'POST', 'http.route': '/webhooks/contacts' },
      })
      at += ms / 60_000 + writer.between(0.008, 0.02)
    }
}

/** Two agents that hand the conversation to each other, each within the other's run. */
function handOffs(writer: TelemetryWriter): void {
  const agents = ['triage', 'refunds']
  for (const start of writer.starts(writer.between(1, 2), 8, minutes - 6)) {
    const trace = writer.trace()
    const base = { service: 'help-agents', trace, kind: 'internal' as const }
    let [parent, at] = [writer.span({ ...base, name: 'POST /chat', kind: 'server', at: start, ms: 300_000 }), start]
    for (let turn = 0; turn < 120; turn += 1) {
      const [agent, other] = [agents[turn % 2] ?? '', agents[(turn + 1) % 2] ?? '']
      const named = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent }
      const run = writer.span({ ...base, name: `invoke_agent ${agent}`, parent, at, ms: 250_000, attributes: named })
      writer.span({
        ...{ ...base, name: 'chat gpt-4.1', kind: 'client', parent: run, at, ms: 900 },
        attributes: { 'gen_ai.usage.input_tokens': 2000 + turn * 3, 'gen_ai.usage.output_tokens': 14 },
      })
      at += writer.between(0.018, 0.03)
      parent = writer.span({
        ...{ ...base, name: `execute_tool transfer_to_${other}`, parent: run, at, ms: 200_000 },
        attributes: { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': `transfer_to_${other}` },
      })
    }
  }
}

/** The head of a stream cannot be worked on: the function is invoked with the same records until they expire. */
function stuckShards(writer: TelemetryWriter): void {
  const from = writer.between(10, 13)
  const run = (at: number, failed: boolean) =>
    writer.span({
      ...{ service: 'on-ledger-change', name: 'on-ledger-change', kind: 'server', trace: writer.trace(), at, failed },
      ms: writer.between(60, 140),
      attributes: { 'faas.trigger': 'datasource', 'faas.invocation_id': writer.rng.hex(32), 'faas.coldstart': 'false' },
    })
  for (const at of writer.starts(90, 0, from)) run(at, false)
  for (let shard = writer.rng.integer(6, 10); shard > 0; shard -= 1)
    for (let at = from + writer.between(0, 0.02); at < minutes - 1; at += writer.between(0.012, 0.02)) run(at, true)
}

export const fieldLoopsOfTraces: ToolDefaultsClass[] = [
  loop('Rule that matches the events its own target puts', 'recursive_function', ['stamp-order'], ownEvents),
  loop(
    'Failed messages put back where they came from',
    'batch_processing_loop',
    ['loyalty-booker', 'dlq-redrive', 'points'],
    failedMessages,
  ),
  loop('Pool that opens refused connections again and again', 'infinite_retry', ['subscriptions'], refusedPool),
  loop('Tabs that ask once a second, not modified, seen by the server', 'api_polling_loop', ['notice-board'], tabs),
  loop('Lessons loaded one by one below a mapper since a release', 'database_query_loop', ['course-api'], mapperEngine),
  loop('Webhooks around three systems', 'webhook_loop', ['crm-bridge', 'erp-bridge', 'desk-bridge'], ringOfWebhooks),
  loop('Agents that hand over to each other', 'infinite_retry', ['help-agents'], handOffs),
  loop(
    'Records that a function cannot work on, until they expire',
    'infinite_retry',
    ['on-ledger-change'],
    stuckShards,
  ),
]
