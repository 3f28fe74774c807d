/** Calls that resemble a loop and are none: they end, they ask for different things, or something else decides how often. */
import { httpCall, playTraffic, type TelemetryWriter } from './telemetry-writer.ts'
import type { ToolDefaultsClass } from './world-class.ts'

const minutes = 40

/** A finite walk: each run calls as many below it as `branches` says, down to a depth. */
function walk(
  writer: TelemetryWriter,
  options: {
    at: number
    root: string
    service: string
    name: string
    kind: 'internal' | 'server'
    depth: number
    branches: () => number
    most?: number
  },
): void {
  const { at, root, service, name, kind, depth, branches, most = 500 } = options
  const trace = writer.trace()
  let count = 0
  const visit = (parent: string, level: number, begin: number): void => {
    count += 1
    const span = writer.span({ service, name, kind, trace, parent, at: begin, ms: writer.between(1, 12) })
    if (level >= depth) return
    for (let child = branches(); child > 0 && count < most; child -= 1) {
      const client =
        kind === 'internal'
          ? span
          : writer.span({
              service,
              name: 'GET',
              kind: 'client',
              trace,
              parent: span,
              at: begin,
              ms: 10,
              attributes: httpCall('GET', `http://${service}/items/${writer.rng.integer(1, 1e6)}`, 200),
            })
      visit(client, level + 1, begin + 0.00003)
    }
  }
  visit(writer.span({ service, name: root, kind: 'server', trace, at, ms: 400 }), 1, at + 0.0001)
}

function calls(
  writer: TelemetryWriter,
  service: string,
  perMinute: number,
  isEven: boolean,
  attributes: (index: number) => Record<string, string | number>,
): void {
  let index = 0
  for (let at = 0; at < minutes - 1; index += 1) {
    writer.span({
      service,
      name: 'GET',
      kind: 'client',
      trace: writer.trace(),
      at,
      ms: writer.between(10, 25),
      attributes: attributes(index),
    })
    at += (isEven ? writer.between(0.95, 1.05) : -Math.log(1 - writer.rng.next())) / perMinute
  }
}

function statements(
  writer: TelemetryWriter,
  options: {
    service: string
    root: string
    perMinute: number
    count: () => number
    system: string
    text: (index: number) => string
  },
): void {
  const { service, root, perMinute, count, system, text } = options
  for (const at of writer.starts(perMinute, 0, minutes - 2)) {
    const trace = writer.trace()
    const parent = writer.span({ service, name: root, kind: 'server', trace, at, ms: 900 })
    for (let index = count(); index > 0; index -= 1)
      writer.span({
        service,
        name: text(index).split(' ')[0] ?? '',
        kind: 'client',
        trace,
        parent,
        at: at + index * 0.00004,
        ms: 2,
        attributes: { 'db.system.name': system, 'db.query.text': text(index) },
      })
  }
}

export const alikeCalls: ToolDefaultsClass[] = [
  {
    name: 'Chain of parents of 20 to 60 levels',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      const depth = writer.rng.integer(20, 60)
      for (const at of writer.starts(writer.between(6, 14), 0, 38))
        walk(writer, {
          at,
          root: 'GET /path',
          service: 'folders',
          name: 'resolve folder',
          kind: 'internal',
          depth,
          branches: () => 1,
        })
      return undefined
    },
  },
  {
    name: 'Bill of materials, exploded over the network',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      for (const at of writer.starts(writer.between(2, 5), 0, 38))
        walk(writer, {
          at,
          root: 'GET /explode',
          service: 'parts',
          name: 'GET /items/{id}',
          kind: 'server',
          depth: writer.rng.integer(17, 22),
          branches: () => writer.rng.integer(1, 3),
          most: 250,
        })
      return undefined
    },
  },
  {
    name: 'Resolvers that ask each other, 3 to 5 levels',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      for (const start of writer.starts(writer.between(20, 60), 0, 38)) {
        const trace = writer.trace()
        const levels = writer.rng.integer(3, 5)
        const ask = (level: number, parent: string, at: number): void => {
          const service = level % 2 === 0 ? 'posts-graph' : 'users-graph'
          const server = writer.span({
            service,
            name: 'POST /graphql',
            kind: 'server',
            trace,
            parent,
            at,
            ms: 20,
            attributes: { 'http.response.status_code': 200 },
          })
          if (level >= levels * 2) return
          for (let child = level === 0 ? 2 : 1; child > 0; child -= 1) {
            const other = level % 2 === 0 ? 'users-graph' : 'posts-graph'
            ask(
              level + 1,
              writer.span({
                service,
                name: 'POST',
                kind: 'client',
                trace,
                parent: server,
                at,
                ms: 15,
                attributes: httpCall('POST', `http://${other}/graphql`, 200),
              }),
              at + 0.0001,
            )
          }
        }
        ask(0, '', start)
      }
      return undefined
    },
  },
  {
    name: 'Agent that works step by step',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      for (const start of writer.starts(writer.between(3, 6), 0, 36)) {
        const trace = writer.trace()
        let parent = writer.span({
          service: 'travel-agent',
          name: 'POST /plan',
          kind: 'server',
          trace,
          at: start,
          ms: 60_000,
        })
        for (let step = 0, at = start; step < writer.rng.integer(18, 40); step += 1, at += 0.01) {
          parent = writer.span({
            service: 'travel-agent',
            name: 'invoke_agent planner',
            kind: 'internal',
            trace,
            parent,
            at,
            ms: 600,
          })
          writer.span({
            service: 'travel-agent',
            name: `execute_tool ${writer.rng.pick(['search', 'price', 'book', 'note'])}`,
            kind: 'internal',
            trace,
            parent,
            at: at + 0.001,
            ms: 200,
          })
        }
      }
      return undefined
    },
  },
  {
    name: 'Pages of a list, all of one size',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      calls(writer, 'catalog-export', writer.rng.integer(260, 500), true, (index) => ({
        ...httpCall('GET', `https://shop.example/v1/items?page=${index}`, 200),
        'http.response.body.size': 8192,
      }))
      return undefined
    },
  },
  {
    name: 'Prices that change, always of one size',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      calls(writer, 'market-feed', writer.rng.integer(260, 500), true, () => ({
        ...httpCall('GET', 'https://quotes.example/v1/eurusd', 200),
        'http.response.body.size': 64,
      }))
      return undefined
    },
  },
  {
    name: 'Notifications to many dead targets, each tried once',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      for (const at of writer.starts(2, 3, 38)) {
        const trace = writer.trace()
        const parent = writer.span({
          service: 'push-sender',
          name: 'send campaign',
          kind: 'internal',
          trace,
          at,
          ms: 9000,
        })
        for (let index = writer.rng.integer(150, 400); index > 0; index -= 1)
          writer.span({
            service: 'push-sender',
            name: 'POST',
            kind: 'client',
            trace,
            parent,
            at: at + index * 0.0002,
            ms: 12,
            failed: true,
            attributes: httpCall('POST', `https://push.example/v1/devices/${writer.rng.integer(1e6, 9e6)}`, 410),
          })
      }
      return undefined
    },
  },
  {
    name: 'Surge of requests that fail',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      const order = (at: number, failed: boolean) => {
        const trace = writer.trace()
        const parent = writer.span({
          service: 'ticket-shop',
          name: 'POST /orders',
          kind: 'server',
          trace,
          at,
          ms: 40,
          failed,
        })
        writer.span({
          service: 'ticket-shop',
          name: 'POST',
          kind: 'client',
          trace,
          parent,
          at: at + 0.0001,
          ms: 30,
          failed,
          attributes: httpCall('POST', 'http://seats/v1/hold', failed ? 503 : 200),
        })
      }
      for (const at of writer.starts(40, 0, 15)) order(at, false)
      for (const at of writer.starts(500, 15, 35)) order(at, true)
      return undefined
    },
  },
  {
    name: 'Rows written one by one, as always',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      statements(writer, {
        service: 'csv-intake',
        root: 'POST /uploads',
        perMinute: 3,
        count: () => writer.rng.integer(100, 500),
        system: 'postgresql',
        text: () => 'INSERT INTO line VALUES ($1, $2)',
      })
      return undefined
    },
  },
  {
    name: 'Timelines read from a cache, as always',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      statements(writer, {
        service: 'timeline',
        root: 'GET /timeline',
        perMinute: 8,
        count: () => writer.rng.integer(60, 120),
        system: 'redis',
        text: (index) => `GET post:${index}`,
      })
      return undefined
    },
  },
  {
    name: 'Beacons without an answer',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      for (const at of writer.starts(500, 0, 38))
        writer.span({
          service: 'pixel',
          name: 'GET /t.gif',
          kind: 'server',
          trace: writer.trace(),
          at,
          ms: 2,
          attributes: {
            'http.request.method': 'GET',
            'http.route': '/t.gif',
            'http.response.status_code': 204,
            'client.address': '10.1.0.9',
          },
        })
      return undefined
    },
  },
  {
    name: 'Side cars that ask for flags through one relay',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      for (let client = writer.rng.integer(80, 140); client > 0; client -= 1)
        for (let at = writer.between(0, 0.25); at < 38; at += 0.25)
          writer.span({
            service: 'flag-proxy',
            name: 'GET',
            kind: 'client',
            trace: writer.trace(),
            at,
            ms: 6,
            attributes: httpCall('GET', 'http://flags/v1/all', 304),
          })
      return undefined
    },
  },
]
