/** Work and series in good health: a table changed in chunks, a cold cache, messages put back once, sleepers, two indexes at once. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { alikeOf } from './class-of-set.ts'
import { mebibyte } from './heap.ts'
import { playOffice } from './office.ts'
import { describePod, describeProcess, olderRequest, podOf } from './resources.ts'

const minutes = 45

/** A table is copied chunk by chunk into one of a new form, and takes its name at the end. */
function inChunks(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  describeProcess(writer, 'table-changer', 'go')
  const [from, to] = [writer.between(5, 9), writer.between(37, 42)]
  const base = { service: 'table-changer', trace: writer.trace(), kind: 'client' as const }
  const parent = writer.span({ ...base, name: 'migrate orders', kind: 'internal', at: from, ms: (to - from) * 60_000 })
  const run = (at: number, ms: number, text: string) =>
    writer.span({
      ...{ ...base, name: 'sql.conn.exec', parent, at, ms, attributes: { 'db.system': 'mysql', 'db.statement': text } },
    })
  for (let at = from + 0.01; at < to; at += writer.between(0.0045, 0.0075)) {
    run(at, 4, 'SELECT id FROM orders WHERE id > ? AND id <= ? ORDER BY id ASC LIMIT 1 OFFSET 999')
    run(
      at + 0.0001,
      writer.between(120, 240),
      'INSERT IGNORE INTO _orders_new (SELECT * FROM orders WHERE id > ? AND id <= ?)',
    )
  }
  run(to, 90, 'RENAME TABLE orders TO _orders_old, _orders_new TO orders')
}

/** After its restart a cache is empty: pages read what is missing row by row, less with each page. */
function coldCache(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const pod = describePod(writer, 'home-feed', 'java')
  const cold = writer.between(14, 18)
  const about = { kind: 'Pod' as const, name: 'feed-cache-0', component: 'kubelet', at: cold }
  writer.event({ ...about, reason: 'Killing', message: 'Stopping container redis' })
  for (const start of writer.starts(writer.between(16, 22), 0, minutes - 1)) {
    const base = { service: 'home-feed', instance: pod, trace: writer.trace() }
    const missing = 2 + (start > cold ? 58 * Math.exp(-(start - cold) / 5) : 0)
    const misses = Math.max(0, Math.round(missing + 1.5 * writer.normal()))
    const parent = writer.span({
      ...{ ...base, name: 'GET /feed', kind: 'server', at: start, ms: 20 + misses * 3 },
      attributes: olderRequest('GET', '/feed', 200),
    })
    const cache = (name: string, at: number) =>
      writer.span({
        ...{ ...base, name, kind: 'client', parent, at, ms: 0.6 },
        attributes: { 'db.system': 'redis', 'db.operation': name },
      })
    cache('MGET', start + 0.00002)
    for (let row = 0; row < misses; row += 1) {
      const at = start + 0.0001 + (row * 3) / 60_000
      writer.span({
        ...{ ...base, name: 'SELECT feed.story', kind: 'client', parent, at, ms: 1.8 },
        attributes: { 'db.system': 'mysql', 'db.name': 'feed', 'db.statement': 'SELECT * FROM story WHERE id = ?' },
      })
      cache('SETEX', at + 0.00003)
    }
  }
}

/** Hundreds of messages failed three times each; after a fix they are put back, and all are done at the first attempt. */
function putBackOnce(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const before = describePod(writer, 'claims-intake', 'java', '7.3.0')
  const after = describePod(writer, 'claims-intake', 'java', '7.3.1')
  writer.rollout('claims-intake', 25)
  const work = (at: number, id: string, failed: boolean, queue: string) =>
    writer.span({
      ...{ service: 'claims-intake', instance: at < 25 ? before : after, name: `process ${queue}`, kind: 'consumer' },
      ...{ trace: writer.trace(), at, ms: writer.between(20, 90), failed },
      attributes: {
        ...{ 'messaging.system': 'servicebus', 'messaging.destination.name': queue, 'messaging.message.id': id },
        ...{
          'messaging.operation.name': 'process',
          ...(failed && { 'error.type': 'java.lang.IllegalStateException' }),
        },
      },
    })
  for (const at of writer.starts(80, 0, minutes - 1)) work(at, writer.rng.hex(32), false, 'claims')
  for (let message = writer.rng.integer(450, 700); message > 0; message -= 1) {
    const [id, first] = [writer.rng.hex(32), writer.between(5, 20)]
    for (let attempt = 0; attempt < 3; attempt += 1)
      work(first + attempt * writer.between(0.4, 0.6), id, true, 'claims')
    work(writer.between(30, 36), id, false, 'claims')
  }
}

/** Assistants that edit and test until the tests pass, a dozen rounds at most, and then are done. */
function passesInTheEnd(writer: TelemetryWriter): void {
  const length = 70
  playOffice(writer, length, 2)
  describeProcess(writer, 'code-assistant', 'python')
  const { rng } = writer
  for (const start of writer.starts(0.6, 1, length - 24)) {
    const conversation = { 'gen_ai.conversation.id': `conv_${rng.hex(24)}`, 'gen_ai.provider.name': 'openai' }
    const base = { service: 'code-assistant', trace: writer.trace() }
    const agent = { ...conversation, 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'fixer' }
    const parent = writer.span({
      ...base,
      name: 'invoke_agent fixer',
      kind: 'internal',
      at: start,
      ms: 900_000,
      attributes: agent,
    })
    let [at, input] = [start + 0.01, 7000]
    const step = (tool: string, failed = false) => {
      const [output, thought, took] = [rng.integer(60, 900), writer.between(2500, 9000), writer.between(400, 9000)]
      const chat = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-5' }
      writer.span({
        ...{ ...base, name: 'chat gpt-5', kind: 'client', parent, at, ms: thought },
        attributes: {
          ...conversation,
          ...chat,
          'gen_ai.usage.input_tokens': input,
          'gen_ai.usage.output_tokens': output,
        },
      })
      at += thought / 60_000
      writer.span({
        ...{ ...base, name: `execute_tool ${tool}`, kind: 'internal', parent, at, ms: took, failed },
        attributes: { ...conversation, 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': tool },
      })
      at += took / 60_000
      input += output + rng.integer(200, 2500)
    }
    for (let round = rng.integer(4, 14); round > 0; round -= 1) {
      for (let file = rng.integer(1, 3); file > 0; file -= 1) step('read_file')
      step('edit_file')
      step('run_tests', round > 1)
    }
  }
}

/** Previews of changes run while someone looks at them, and sleep a minute and a half later. */
function sleepers(writer: TelemetryWriter): void {
  const length = 600
  for (let preview = 0; preview < 9; preview += 1) {
    const name = `preview-${1400 + preview * 7}`
    const visits = [...writer.starts(0.05, 0, length)].map((from) => ({ from, to: from + writer.between(1, 6) }))
    for (let at = 0; at < length; at += 1) {
      const isVisited = visits.some(({ from, to }) => from <= at && at < to)
      const isRequested = visits.some(({ from, to }) => from <= at && at < to + 1.5)
      writer.point(name, 'autoscaler_desired_pods', at, isRequested ? 1 : 0)
      writer.point(name, 'revision_app_request_count', at, isVisited ? writer.rng.integer(4, 60) : 0)
    }
  }
}

/** Every six hours a new index is read in beside the old one, which is let go when the new one is there. */
function twoIndexes(writer: TelemetryWriter): void {
  const [limit, load, every] = [8192, writer.between(70, 110), 360]
  for (let replica = 0; replica < 3; replica += 1) {
    const [pod, offset] = [podOf(writer, 'suggest'), writer.between(0, 200)]
    for (let minute = 0; minute < 3 * 1440; minute += 3) {
      const [age, count] = [(minute + offset) % every, Math.floor((minute + offset) / every)]
      const index = 2900 * (1 + 0.008 * count)
      const level = 420 + index + (age < load ? (index * age) / load : 0)
      writer.point(
        pod,
        'container_memory_working_set_bytes',
        minute,
        Math.round(level * writer.between(0.995, 1.005) * mebibyte),
      )
      writer.point(pod, 'container_spec_memory_limit_bytes', minute, limit * mebibyte)
      writer.point(pod, 'kube_pod_container_status_restarts_total', minute, 0)
    }
  }
}

const classes: [name: string, why: string, play: (writer: TelemetryWriter) => void][] = [
  [
    'Table changed chunk by chunk',
    'Each chunk is another one, chosen by values that statements leave out; the table takes its name when all are copied.',
    inChunks,
  ],
  [
    'Pages that fill a cache which was restarted',
    'Reads row by row grow by the restart alone, and fall with each page as the cache fills.',
    coldCache,
  ],
  [
    'Failed messages put back once after a fix',
    'Three attempts as configured, then a fix, then one attempt that succeeds for each of them.',
    putBackOnce,
  ],
  [
    'Assistants whose tests pass in the end',
    'At most fourteen rounds each, the last of which passes; then the run is over.',
    passesInTheEnd,
  ],
  [
    'Previews that sleep when no one looks at them',
    'Each runs while it is asked for, as the requests beside it say, and costs nothing else.',
    sleepers,
  ],
  [
    'New index read in beside the old one every six hours',
    'Memory climbs while both are there and falls by itself when the old one is let go; nothing is restarted.',
    twoIndexes,
  ],
]

export const fourthAlikeWork: ToolDefaultsClass[] = classes.map(([name, why, play]) =>
  alikeOf('fourth', { name, why, play }),
)
