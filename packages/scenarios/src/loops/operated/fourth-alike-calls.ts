/** Calls that come again and again in good health: warm functions, a quorum, live video, an open circuit, echoes, undone orders. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { alikeOf } from './class-of-set.ts'
import { playOffice } from './office.ts'
import { describeLambda, describePod, describeProcess, olderRequest, request } from './resources.ts'

const minutes = 40

/** Each five minutes every function is called a dozen times with nothing to do, so that it stays warm. */
function keptWarm(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  describeLambda(writer, 'keep-warm', 'nodejs')
  const functions = Array.from({ length: writer.rng.integer(55, 75) }, (_, index) => `shop-fn-${index}`)
  for (let start = writer.between(1, 4); start < minutes - 1; start += 5) {
    const base = { service: 'keep-warm', trace: writer.trace() }
    const timer = { 'faas.trigger': 'timer', 'faas.invocation_id': writer.rng.hex(32) }
    const parent = writer.span({ ...base, name: 'keep-warm', kind: 'server', at: start, ms: 21_000, attributes: timer })
    for (const [index, name] of functions.entries())
      for (let copy = 0; copy < 12; copy += 1) {
        const at = start + (index * 300 + copy * 9) / 60_000
        writer.span({
          ...{ ...base, name: 'Lambda.Invoke', kind: 'client', parent, at, ms: writer.between(12, 70) },
          attributes: {
            ...{ 'rpc.system': 'aws-api', 'rpc.service': 'Lambda', 'rpc.method': 'Invoke', 'http.status_code': 200 },
            ...{ 'faas.invoked_name': name, 'faas.invoked_provider': 'aws', 'faas.invoked_region': 'eu-west-1' },
          },
        })
      }
  }
}

/** A leader tells its followers twice a second that it is there; once another one is elected. */
function quorum(writer: TelemetryWriter): void {
  playOffice(writer, 30)
  const pods = [0, 1, 2, 3, 4].map(() => describePod(writer, 'ring-store', 'go'))
  const change = writer.between(11, 17)
  const call = (from: number, to: number, method: string, at: number) => {
    const [trace, ms] = [writer.trace(), writer.between(0.6, 2.4)]
    const rpc = { 'rpc.system': 'grpc', 'rpc.service': 'raft.Raft', 'rpc.method': method, 'rpc.grpc.status_code': 0 }
    const base = { service: 'ring-store', name: `raft.Raft/${method}`, trace, attributes: rpc }
    const parent = writer.span({ ...base, instance: pods[from] ?? '', kind: 'client', at, ms })
    writer.span({ ...base, instance: pods[to] ?? '', kind: 'server', parent, at: at + 0.000004, ms: ms / 2 })
  }
  for (let at = 0; at < 29; at += writer.between(0.0082, 0.0085)) {
    const leader = at < change ? 1 : 3
    for (let other = 0; other < 5; other += 1) if (other !== leader) call(leader, other, 'AppendEntries', at)
  }
  for (let other = 0; other < 5; other += 1) if (other !== 3) call(3, other, 'RequestVote', change)
}

/** Each viewer of a live channel asks for its list of pieces every four seconds, and then for the new piece. */
function liveVideo(writer: TelemetryWriter): void {
  playOffice(writer, 32)
  describeProcess(writer, 'video-edge', 'cpp')
  for (let viewer = writer.rng.integer(30, 40); viewer > 0; viewer -= 1) {
    const address = `198.51.100.${viewer}`
    const end = writer.between(15, 31)
    for (let at = writer.between(0, 8); at < end; at += writer.between(0.064, 0.069)) {
      const ask = (path: string, length: number, offset: number) =>
        writer.span({
          ...{ service: 'video-edge', name: path, kind: 'server', trace: writer.trace(), at: at + offset, ms: 1.2 },
          attributes: {
            ...olderRequest('GET', '/live/', 200),
            ...{ 'http.target': path, 'http.user_agent': 'AppleCoreMedia/1.0', 'net.sock.peer.addr': address },
            ...{ 'http.request_content_length': 0, 'http.response_content_length': length },
          },
        })
      ask('/live/one/playlist.m3u8', 412 + writer.rng.integer(0, 1), 0)
      ask(`/live/one/${Math.floor(at / 0.0667) + 70_000}.ts`, writer.rng.integer(700_000, 1_400_000), 0.001)
    }
  }
}

/** A partner is down for twenty minutes: its circuit is open, requests fail at once, and each pod tries it now and then. */
function openCircuit(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const pods = [0, 1, 2, 3, 4, 5].map(() => describePod(writer, 'quote-api', 'java'))
  const [down, up] = [writer.between(10, 13), writer.between(31, 34)]
  const trial = new Map<string, number>()
  for (const at of writer.starts(writer.between(230, 290), 0, minutes - 1)) {
    const instance = pods[writer.rng.integer(0, 5)] ?? ''
    const isDown = at > down && at < up
    const since = at - (trial.get(instance) ?? 0)
    const isTried = !isDown || since > 1 / 6 || since < 0.004
    if (isDown && since > 1 / 6) trial.set(instance, at)
    const base = { service: 'quote-api', instance, trace: writer.trace(), failed: isDown }
    const [ms, status] = [isTried ? writer.between(60, 200) : 1.5, isDown ? 503 : 200]
    const parent = writer.span({
      ...{ ...base, name: 'POST /quotes', kind: 'server', at, ms },
      attributes: { ...request('POST', '/quotes', status), ...(isDown && { 'error.type': '503' }) },
    })
    if (isTried)
      writer.span({
        ...{ ...base, name: 'POST', kind: 'client', parent, at: at + 0.00002, ms: ms - 1 },
        attributes: httpCall('POST', 'https://rates.partner.example/v2/rates', status),
      })
  }
}

/** A change comes back once as a webhook from where it was written, is known by its content, and dropped. */
function knownEcho(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const links = ['shop-link', 'stock-link']
  for (const service of links) describeProcess(writer, service, 'nodejs')
  for (const start of writer.starts(writer.between(115, 150), 0, minutes - 1)) {
    const [from = '', to = ''] = writer.rng.chance(0.5) ? links : links.toReversed()
    const deliver = (sender: string, receiver: string, at: number, ms: number) => {
      const trace = writer.trace()
      const call = writer.span({
        ...{ service: sender, name: 'POST', kind: 'client', trace, at, ms: ms + 9 },
        attributes: httpCall('POST', `https://${receiver}.internal/webhooks/items`, 202),
      })
      const hook = { service: receiver, name: 'POST /webhooks/items', kind: 'server' as const, trace, parent: call }
      return {
        trace,
        span: writer.span({ ...hook, at: at + 0.0001, ms, attributes: request('POST', '/webhooks/items', 202) }),
      }
    }
    const { trace, span } = deliver(from, to, start, writer.between(40, 90))
    writer.span({
      ...{ service: to, name: 'UPDATE item', kind: 'client', trace, parent: span, at: start + 0.0004, ms: 3 },
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'UPDATE item SET amount = $1 WHERE sku = $2' },
    })
    deliver(to, from, start + writer.between(0.01, 0.04), 3)
  }
}

/** The last of four steps says no to two orders in five, and the steps before it are undone in reverse. */
function undoneOrders(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const steps = ['order-flow', 'stock-hold', 'card-hold', 'courier']
  for (const service of steps) describeProcess(writer, service, 'dotnet')
  for (const start of writer.starts(writer.between(20, 30), 0, minutes - 1)) {
    const [trace, isUndone] = [writer.trace(), writer.rng.chance(0.4)]
    let [parent, at, caller] = ['', start, 'shop-web']
    const hop = (service: string, path: string, status: number) => {
      const ms = writer.between(60, 240)
      const base = { trace, at, ms, failed: status >= 400 }
      const call = writer.span({
        ...{ ...base, service: caller, name: 'POST', kind: 'client', parent },
        attributes: httpCall('POST', `https://${service}/${path}`, status),
      })
      parent = writer.span({
        ...{ ...base, service, name: `POST ${path}`, kind: 'server', parent: call, at: at + 0.0001 },
        attributes: request('POST', path, status),
      })
      caller = service
      at += 0.0008
    }
    for (const service of steps) hop(service, 'hold', isUndone && service === 'courier' ? 409 : 200)
    if (isUndone) for (const service of steps.slice(0, 3).toReversed()) hop(service, 'release', 200)
  }
}

const classes: [name: string, why: string, play: (writer: TelemetryWriter) => void][] = [
  [
    'Functions called every five minutes to stay warm',
    'A timer calls each function a dozen times with nothing to do, for less than a cent; it does the same all day.',
    keptWarm,
  ],
  [
    'Quorum whose leader says twice a second that it is there',
    'Five members keep each other informed at the rate their protocol prescribes; a quiet leader would be the fault.',
    quorum,
  ],
  [
    'Viewers of a live channel that ask for what comes next',
    'Each viewer asks as often as pieces are made, gets a new one each time, and goes away in the end.',
    liveVideo,
  ],
  [
    'Partner that is down, and a circuit that is open',
    'What fails is not tried again; each pod asks a few times a minute whether the partner is back, and then goes on.',
    openCircuit,
  ],
  [
    'Changes that come back once and are dropped',
    'Each change crosses once, its echo is known by its content, and nothing follows from it.',
    knownEcho,
  ],
  [
    'Orders undone step by step when the last one fails',
    'Each service is passed at most twice, forward and back, and every order ends.',
    undoneOrders,
  ],
]

export const fourthAlikeCalls: ToolDefaultsClass[] = classes.map(([name, why, play]) =>
  alikeOf('fourth', { name, why, play }),
)
