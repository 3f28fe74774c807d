/** Calls that come again and again in good health: retries as told, caches that ask again, shards, clients that come back. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { alikeOf } from './class-of-set.ts'
import { playOffice } from './office.ts'
import { describePod, describeProcess, olderCall, olderRequest } from './resources.ts'

const minutes = 42

/** Four workers share a limit of so many calls in ten seconds; who is refused waits for the next ten. */
function asAnswered(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  describeProcess(writer, 'crm-importer', 'python')
  const perWindow = writer.rng.integer(30, 45)
  for (let window = 2; window < (minutes - 1) * 6; window += 1) {
    const refused = writer.rng.integer(2, 6)
    for (let call = 0; call < perWindow + refused; call += 1) {
      const status = call < perWindow ? 200 : 429
      const at = window / 6 + (call / (perWindow + refused)) * 0.12
      const worker = `importer-${call % 4}`
      writer.span({
        ...{ service: 'crm-importer', instance: worker, name: 'GET', kind: 'client', trace: writer.trace(), at },
        ...{ ms: status === 200 ? writer.between(60, 180) : 9, failed: status === 429 },
        attributes: olderCall('GET', `https://api.crm.example/deals/${writer.rng.integer(1e6, 9e6)}/notes`, status),
      })
    }
  }
}

/** A mirror asks for each of thousands of packages whether it has changed, once its time is over. */
function notModified(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  describeProcess(writer, 'package-mirror', 'java')
  const parts = ['left', 'pad', 'fast', 'json', 'color', 'tiny', 'deep', 'merge', 'http', 'core'] as const
  const name = () => `${writer.rng.pick(parts)}-${writer.rng.pick(parts)}-${writer.rng.pick(parts)}`
  for (const at of writer.starts(writer.between(380, 520), 1, minutes - 1)) {
    const pack = name()
    const version = `${writer.rng.integer(0, 9)}.${writer.rng.integer(0, 30)}.${writer.rng.integer(0, 9)}`
    writer.span({
      ...{
        service: 'package-mirror',
        name: 'GET',
        kind: 'client',
        trace: writer.trace(),
        at,
        ms: writer.between(12, 50),
      },
      attributes: httpCall(
        'GET',
        `https://registry.example/${pack}/-/${pack}-${version}.tgz`,
        writer.rng.chance(0.985) ? 304 : 200,
      ),
    })
  }
}

/** A key is on one of twelve shards; each is asked until one has it. */
function shardByShard(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const pod = describePod(writer, 'blob-gateway', 'go')
  for (const start of writer.starts(writer.between(45, 65), 1, minutes - 1)) {
    const base = { service: 'blob-gateway', instance: pod, trace: writer.trace() }
    const holder = writer.rng.integer(1, 12)
    const parent = writer.span({
      ...{ ...base, name: 'GET /blobs/:key', kind: 'server', at: start, ms: holder * 9 + 5 },
      attributes: olderRequest('GET', '/blobs/:key', 200),
    })
    const key = writer.rng.hex(40)
    for (let shard = 1; shard <= holder; shard += 1) {
      const status = shard === holder ? 200 : 404
      writer.span({
        ...{
          ...base,
          name: 'HTTP GET',
          kind: 'client',
          parent,
          at: start + (shard * 9) / 60_000,
          ms: 7,
          failed: status === 404,
        },
        attributes: olderCall('GET', `http://shard-${shard}.blobs:9000/${key}`, status),
      })
    }
  }
}

/** Each tab holds a request open for 25 seconds; after a release all come back, with growing pauses until there is room. */
function tabsComeBack(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const release = writer.between(16, 22)
  const before = describePod(writer, 'board-live', 'nodejs', '5.0.3')
  const after = describePod(writer, 'board-live', 'nodejs', '5.1.0')
  writer.rollout('board-live', release - 0.3)
  for (let tab = writer.rng.integer(130, 170); tab > 0; tab -= 1) {
    const ask = (method: string, at: number, status: number, ms: number) =>
      writer.span({
        ...{ service: 'board-live', instance: at < release ? before : after, name: method, kind: 'server' },
        ...{ trace: writer.trace(), at, ms, failed: status >= 500 },
        attributes: { ...olderRequest(method, '/socket.io/', status), 'net.peer.ip': `203.0.113.${tab}` },
      })
    for (let at = writer.between(0, 0.42); at < release; at += writer.between(0.417, 0.42)) ask('GET', at, 200, 25_000)
    let at = release + writer.between(0, 0.05)
    for (let pause = 1; writer.rng.chance(0.55) && pause < 64; pause *= 2) {
      ask('POST', at, 503, 4)
      at += (pause * writer.between(0.5, 1.5)) / 60
    }
    ask('POST', at, 200, 9)
    for (; at < minutes - 1; at += writer.between(0.417, 0.42)) ask('GET', at, 200, 25_000)
  }
}

/** A provider tells each state of a payment; each is looked up, and answered by the step that leads to the next. */
function fourStates(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const pod = describePod(writer, 'payment-hub', 'ruby')
  for (const start of writer.starts(writer.between(32, 48), 0, minutes - 2)) {
    const id = `pay_${writer.rng.hex(16)}`
    let at = start
    for (const step of ['', 'confirm', 'capture', 'settle']) {
      const base = { service: 'payment-hub', instance: pod, trace: writer.trace() }
      const parent = writer.span({
        ...{ ...base, name: 'POST /webhooks/psp', kind: 'server', at, ms: writer.between(150, 300) },
        attributes: {
          ...olderRequest('POST', '/webhooks/psp', 200),
          'http.user_agent': 'PSP/1.0 (+https://psp.example)',
        },
      })
      const call = (method: string, path: string, offset: number) =>
        writer.span({
          ...{ ...base, name: `HTTP ${method}`, kind: 'client', parent, at: at + offset, ms: writer.between(40, 90) },
          attributes: olderCall(method, `https://api.psp.example/v1/payments/${id}${path}`, 200),
        })
      call('GET', '', 0.0002)
      if (step) call('POST', `/${step}`, 0.002)
      at += writer.between(0.01, 0.05)
    }
  }
}

export const thirdAlikeCalls: ToolDefaultsClass[] = [
  alikeOf('third', {
    name: 'Importer that is refused now and then, and waits as told',
    why: 'One call in ten is refused, none before its time is over; each window brings new records in.',
    play: asAnswered,
  }),
  alikeOf('third', {
    name: 'Mirror that asks whether thousands of packages have changed',
    why: 'Not modified is the cheap answer a cache asks for, and each address is another one.',
    play: notModified,
  }),
  alikeOf('third', {
    name: 'Key looked for shard by shard',
    why: 'At most eleven shards say that they lack it before one has it; each request is answered.',
    losses: { skewSeconds: 3 },
    play: shardByShard,
  }),
  alikeOf('third', {
    name: 'Tabs that come back after a release, with growing pauses',
    why: 'A release cuts them off once; pauses double, and after a minute each tab has its one request open again.',
    play: tabsComeBack,
  }),
  alikeOf('third', {
    name: 'Four states of a payment, each told by a webhook',
    why: 'Each payment ends at its fourth state; webhooks and calls are those that the provider prescribes.',
    play: fourStates,
  }),
]
