/** Calls that go in circles: subgraphs, a page that fetches what it has, options read one by one, two calendars. */
import { httpCall, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { loopOf } from './class-of-set.ts'
import { playOffice } from './office.ts'
import { describePod, describeProcess, olderRequest, request } from './resources.ts'

const minutes = 42

/** Since a new schema the owner of an order asks for the order, through the same gateway, until the time is over. */
function ownersOfOrders(writer: TelemetryWriter): null {
  playOffice(writer, minutes)
  describeProcess(writer, 'supergraph', 'nodejs')
  const graphs = [
    { service: 'orders-graph', field: 'Order.owner' },
    { service: 'users-graph', field: 'User.lastOrder' },
  ]
  for (const { service } of graphs) describeProcess(writer, service, 'java')
  const schema = writer.between(10, 15)
  for (const start of writer.starts(writer.between(5, 8), 0, minutes - 2)) {
    const trace = writer.trace()
    const failed = start > schema
    const rounds = failed ? writer.rng.integer(22, 38) : writer.rng.integer(1, 2)
    let [parent, at] = ['', start]
    for (let round = 0; round < rounds; round += 1) {
      const { service, field } = graphs[round % 2] ?? { service: '', field: '' }
      const ms = (rounds - round) * (failed ? 700 : 12)
      const status = failed ? 504 : 200
      const entered = writer.span({
        ...{ service: 'supergraph', name: 'POST /graphql', kind: 'server', trace, parent, at, ms, failed },
        attributes: request('POST', '/graphql', status),
      })
      const call = writer.span({
        ...{ service: 'supergraph', name: 'POST', kind: 'client', trace, parent: entered, at, ms: ms - 2, failed },
        attributes: httpCall('POST', `http://${service}:8080/graphql`, status),
      })
      const served = { service, trace, at: at + 0.0001, ms: ms - 4, failed }
      const handler = writer.span({ ...served, name: 'POST /graphql', kind: 'server', parent: call })
      const fetcher = writer.span({ ...served, name: field, kind: 'internal', parent: handler })
      parent = writer.span({
        ...{ ...served, name: 'POST', kind: 'client', parent: fetcher },
        attributes: httpCall('POST', 'http://supergraph/graphql', status),
      })
      at += 0.0005
    }
  }
  return null
}

/** What a page draws makes it fetch again as soon as it is drawn; the answer has the same size each time. */
function drawnAndFetched(writer: TelemetryWriter): number {
  playOffice(writer, minutes)
  describeProcess(writer, 'backoffice-ui', 'webjs')
  const [release, bytes] = [writer.between(9, 14), writer.rng.integer(2000, 6000)]
  const fetched = (at: number, ms: number, path: string, length: number) =>
    writer.span({
      ...{ service: 'backoffice-ui', name: 'HTTP GET', kind: 'client', trace: writer.trace(), at, ms },
      attributes: {
        ...{ component: 'fetch', 'http.method': 'GET', 'http.url': `https://backoffice.example/api/${path}` },
        ...{ 'http.status_code': 200, 'http.status_text': 'OK', 'http.host': 'backoffice.example' },
        ...{ 'http.scheme': 'https', 'http.user_agent': 'Mozilla/5.0', 'http.response_content_length': length },
      },
    })
  for (const at of writer.starts(14, 0, minutes - 1))
    fetched(at, 140, writer.rng.pick(['cases', 'teams', 'me/settings']), writer.rng.integer(900, 9000))
  let count = 0
  for (let tab = writer.rng.integer(3, 4); tab > 0; tab -= 1)
    for (let at = release + writer.between(0, 2); at < minutes - 1; count += 1) {
      const ms = 210 * Math.exp(0.3 * writer.normal())
      fetched(at, ms, 'me/settings', bytes)
      at += (ms + writer.between(120, 200)) / 60_000
    }
  return count / (minutes - 2 - release)
}

/** Since an update of a plug-in each page reads its options one by one, as text with its values in it. */
function optionByOption(writer: TelemetryWriter): number {
  playOffice(writer, minutes)
  describeProcess(writer, 'magazine', 'php')
  const [update, perMinute, options] = [writer.between(12, 16), writer.between(3.5, 5), writer.rng.integer(90, 150)]
  for (const start of writer.starts(perMinute, 0, minutes - 1)) {
    const count = start < update ? writer.rng.integer(1, 3) : Math.round(options * writer.between(0.9, 1.1))
    const base = { service: 'magazine', trace: writer.trace() }
    const root = writer.span({
      ...{ ...base, name: 'GET', kind: 'server', at: start, ms: 60 + count * 2 },
      attributes: { ...olderRequest('GET', '/%year%/%postname%/', 200), 'http.target': `/2026/${writer.rng.hex(6)}/` },
    })
    const head = writer.span({
      ...base,
      name: 'do_action',
      kind: 'internal',
      parent: root,
      at: start,
      ms: 30 + count * 2,
    })
    const query = (text: string, offset: number) =>
      writer.span({
        ...{
          ...base,
          name: 'mysqli::query',
          kind: 'client',
          parent: head,
          at: start + offset,
          ms: writer.between(0.4, 1.6),
        },
        attributes: { 'db.system': 'mysql', 'db.statement': text },
      })
    for (let post = 0; post < 6; post += 1)
      query(`SELECT * FROM wp_posts WHERE ID = ${writer.rng.integer(1, 9000)} LIMIT 1`, post * 0.00003)
    for (let option = 0; option < count; option += 1)
      query(
        `SELECT option_value FROM wp_options WHERE option_name = 'seo_${option}' LIMIT 1`,
        0.0003 + option * 0.00003,
      )
  }
  return perMinute * options
}

/** What is written into one calendar is told by it, and written into the other, which tells of it in turn. */
function twoCalendars(writer: TelemetryWriter): null {
  playOffice(writer, minutes)
  const pod = describePod(writer, 'calendar-mirror', 'go')
  const sides = [
    { route: '/hooks/google', method: 'PATCH', base: 'https://graph.microsoft.com/v1.0/me/events' },
    { route: '/hooks/graph', method: 'PUT', base: 'https://www.googleapis.com/calendar/v3/calendars/primary/events' },
  ]
  const notify = (at: number, side: number, id: string) => {
    const { route, method, base } = sides[side % 2] ?? { route: '', method: '', base: '' }
    const span = { service: 'calendar-mirror', instance: pod, trace: writer.trace() }
    const parent = writer.span({
      ...{ ...span, name: `POST ${route}`, kind: 'server', at, ms: writer.between(180, 420) },
      attributes: {
        ...request('POST', route, 202),
        'user_agent.original': side % 2 ? 'Microsoft-Graph' : 'APIs-Google',
      },
    })
    writer.span({
      ...{ ...span, name: method, kind: 'client', parent, at: at + 0.0005, ms: writer.between(120, 300) },
      attributes: httpCall(method, `${base}/${id}`, 200),
    })
  }
  for (const at of writer.starts(10, 0, minutes - 1)) notify(at, writer.rng.integer(0, 1), writer.rng.hex(26))
  const from = writer.between(9, 13)
  for (let meeting = writer.rng.integer(18, 26); meeting > 0; meeting -= 1) {
    const ids = [writer.rng.hex(26), writer.rng.hex(26)]
    for (let at = from + writer.between(0, 4), hop = 0; at < minutes - 1; hop += 1) {
      notify(at, hop, ids[hop % 2] ?? '')
      at += writer.between(0.05, 0.11)
    }
  }
  return null
}

/** Runs longer than its messages stay hidden; each is done, cannot be deleted any more, and comes again. */
function lateDeletes(writer: TelemetryWriter): number {
  playOffice(writer, minutes)
  describeProcess(writer, 'clip-probe', 'nodejs')
  const queue = 'https://sqs.eu-west-1.amazonaws.com/4711/clips'
  const [stuck, from] = [writer.rng.integer(75, 100), writer.between(7, 11)]
  const work = (at: number, id: string, ms: number, failed: boolean) => {
    const base = { service: 'clip-probe', trace: writer.trace() }
    const sqs = { 'messaging.system': 'aws_sqs', 'messaging.destination': 'clips', 'messaging.url': queue }
    const parent = writer.span({
      ...{ ...base, name: 'clips process', kind: 'consumer', at, ms },
      attributes: { ...sqs, 'messaging.operation': 'process', 'messaging.message_id': id },
    })
    const call = { 'rpc.system': 'aws-api', 'rpc.service': 'SQS', 'rpc.method': 'DeleteMessage' }
    writer.span({
      ...{ ...base, name: 'SQS.DeleteMessage', kind: 'client', parent, at: at + ms / 60_000 - 0.0003, ms: 12, failed },
      attributes: { ...call, 'http.status_code': failed ? 400 : 200, 'aws.region': 'eu-west-1' },
    })
  }
  for (const at of writer.starts(30, 0, from)) work(at, writer.rng.hex(32), writer.between(4000, 20_000), false)
  for (let message = 0; message < stuck; message += 1) {
    const id = writer.rng.hex(32)
    for (let at = from + writer.between(0, 1); at < minutes - 2; at += writer.between(0.58, 0.66))
      work(at, id, writer.between(33_000, 52_000), true)
  }
  return stuck / 0.62
}

export const fourthLoopsOfCalls: ToolDefaultsClass[] = [
  loopOf('fourth', {
    ...{ name: 'Subgraphs that ask each other through their gateway', type: 'circular_dependency' },
    own: ['supergraph', 'orders-graph', 'users-graph'],
    why: 'The owner is asked for the order and the order for its owner until each request times out.',
    losses: { skewSeconds: 20 },
    play: ownersOfOrders,
  }),
  loopOf('fourth', {
    ...{ name: 'Page that fetches again whenever it is drawn', type: 'api_polling_loop', own: 'backoffice-ui' },
    why: 'A few tabs fetch one address twice a second without a pause, for answers that are the same each time.',
    play: drawnAndFetched,
  }),
  loopOf('fourth', {
    ...{ name: 'Options read one by one since an update of a plug-in', type: 'database_query_loop', own: 'magazine' },
    why: 'A hundred statements of one form in each page, where two were enough before the update.',
    play: optionByOption,
  }),
  loopOf('fourth', {
    ...{ name: 'Calendars that write what the other one tells', type: 'webhook_loop', own: 'calendar-mirror' },
    why: 'The same meetings are written to and fro hundreds of times, each time because of the write before.',
    play: twoCalendars,
  }),
  loopOf('fourth', {
    ...{ name: 'Messages done too late to be deleted', type: 'batch_processing_loop', own: 'clip-probe' },
    why: 'The same messages are worked on for half an hour, each time in full, and none ever leaves the queue.',
    play: lateDeletes,
  }),
]
