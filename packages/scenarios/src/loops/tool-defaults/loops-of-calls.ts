/** Loops of calls: requests, attempts, polls and statements that come again and again. */
import { httpCall, playTraffic, type TelemetryWriter } from './telemetry-writer.ts'
import type { ToolDefaultsClass } from './world-class.ts'

const minutes = 40

function sequence(
  writer: TelemetryWriter,
  options: {
    from: number
    duration: () => number
    pause: () => number
    status: number
    url?: string
    instance?: string
    attributes?: Record<string, string | number>
    name?: string
    method?: string
  },
): void {
  const { from, duration, pause, status, url = 'https://parcels.example/v2/parcels/4711/state', instance } = options
  const { name = 'GET', method = 'GET', attributes = {} } = options
  for (let at = from; at < minutes; ) {
    const ms = duration()
    writer.span({
      ...{ service: 'dispatch-agent', name, kind: 'client', trace: writer.trace(), at, ms },
      ...(instance ? { instance } : {}),
      attributes: { ...httpCall(method, url, status), ...attributes },
    })
    at += (ms + pause()) / 60_000
  }
}

const polling = (perMinute: number | null) => ({
  type: 'api_polling_loop' as const,
  own: ['dispatch-agent'],
  perMinute,
})

export const loopsOfCalls: ToolDefaultsClass[] = [
  {
    name: 'Polling, not modified, with wide jitter',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      const perMinute = writer.rng.integer(300, 700)
      const period = 60_000 / perMinute
      sequence(writer, {
        from: writer.between(7, 12),
        duration: () => 9,
        pause: () => period * writer.between(0.15, 1.85) - 9,
        status: 304,
      })
      return polling(perMinute)
    },
  },
  {
    name: 'Polling, each call after the answer to the one before',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      const typical = writer.between(70, 160)
      const attributes = { 'http.response.body.size': writer.rng.integer(200, 900) }
      sequence(writer, {
        from: writer.between(7, 12),
        duration: () => typical * Math.exp(0.45 * writer.normal()),
        pause: () => writer.between(1, 5),
        status: 200,
        attributes,
      })
      return polling(60_000 / (typical * Math.exp(0.45 ** 2 / 2) + 3))
    },
  },
  {
    name: 'Polling by many instances of one service',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      const [instances, each, from] = [writer.rng.integer(5, 9), writer.rng.integer(60, 110), writer.between(7, 12)]
      for (let number = 0; number < instances; number += 1)
        sequence(writer, {
          from: from + writer.between(0, 0.02),
          instance: `dispatch-agent-${number}`,
          duration: () => 8,
          pause: () => (60_000 / each) * writer.between(0.95, 1.05) - 8,
          status: 304,
        })
      return polling(instances * each)
    },
  },
  {
    name: 'Receiving from an empty queue without waiting',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      const perMinute = writer.rng.integer(300, 600)
      const attributes = { 'rpc.system': 'aws-api', 'rpc.method': 'ReceiveMessage', 'http.response.body.size': 221 }
      sequence(writer, {
        from: writer.between(7, 12),
        method: 'POST',
        name: 'SQS.ReceiveMessage',
        url: 'https://sqs.eu-central-1.amazonaws.com/',
        duration: () => 12,
        pause: () => 60_000 / perMinute - 12,
        status: 200,
        attributes,
      })
      return polling(perMinute)
    },
  },
  {
    name: 'Work asked for by POST, and nothing there',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      const perMinute = writer.rng.integer(300, 700)
      sequence(writer, {
        from: writer.between(7, 12),
        method: 'POST',
        name: 'POST',
        url: 'https://jobs.example/v1/tasks/claim',
        duration: () => 12,
        pause: () => (60_000 / perMinute) * writer.between(0.9, 1.1) - 12,
        status: 204,
      })
      return polling(perMinute)
    },
  },
  {
    name: 'Polling, default attributes: nothing tells whether answers change',
    half: 'tuning',
    isUndecidable: true,
    play(writer) {
      playTraffic(writer, minutes)
      const perMinute = writer.rng.integer(300, 700)
      sequence(writer, {
        from: writer.between(7, 12),
        duration: () => 15,
        pause: () => (60_000 / perMinute) * writer.between(0.9, 1.1) - 15,
        status: 200,
      })
      return polling(perMinute)
    },
  },
  {
    name: 'Polling, sampled at a rate that no one tells',
    half: 'held',
    losses: { sampled: 0.4 },
    play(writer) {
      playTraffic(writer, minutes)
      const perMinute = writer.rng.integer(500, 900)
      sequence(writer, {
        from: writer.between(7, 12),
        duration: () => 9,
        pause: () => 60_000 / perMinute - 9,
        status: 304,
      })
      return polling(perMinute)
    },
  },
  ...['tuning', 'held'].map(
    (half): ToolDefaultsClass => ({
      name: half === 'tuning' ? 'Attempts as new traces, from a queue' : 'Attempts as new traces, by a timer',
      half: half as 'tuning' | 'held',
      play(writer) {
        playTraffic(writer, minutes)
        const [from, baseline, storm] = [
          writer.between(9, 14),
          writer.rng.integer(15, 40),
          writer.rng.integer(300, 700),
        ]
        const attempt = (at: number, status: number) => {
          const trace = writer.trace()
          const failed = status >= 400
          const fromQueue = half === 'tuning'
          const attributes: Record<string, string> = fromQueue
            ? { 'messaging.system': 'aws_sqs', 'messaging.destination.name': 'payments' }
            : {}
          const parent = writer.span({
            service: 'payout',
            name: fromQueue ? 'payments process' : 'settle payout',
            kind: fromQueue ? 'consumer' : 'internal',
            trace,
            at,
            ms: 60,
            failed,
            attributes,
          })
          writer.span({
            service: 'payout',
            name: 'POST',
            kind: 'client',
            trace,
            parent,
            at: at + 0.0002,
            ms: 40,
            failed,
            attributes: httpCall('POST', 'https://bank.example/v1/payouts', status),
          })
        }
        for (const at of writer.starts(baseline, 0, from)) attempt(at, 201)
        for (const at of writer.starts(storm, from, minutes)) attempt(at, 422)
        return { type: 'infinite_retry', own: ['payout'], perMinute: null }
      },
    }),
  ),
  {
    name: 'Attempts in three layers',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      const tries = [0, 1, 2].map(() => writer.rng.integer(4, 5))
      for (const start of writer.starts(writer.between(5, 9), writer.between(8, 12), minutes)) {
        const trace = writer.trace()
        const layers = ['gateway', 'booking', 'seats', 'seat-store']
        const call = (layer: number, parent: string, at: number): void => {
          const [service = '', target = ''] = [layers[layer], layers[layer + 1]]
          for (let attempt = 0; attempt < (tries[layer] ?? 0); attempt += 1) {
            const begin = at + attempt * (0.02 / 5 ** layer)
            const span = { trace, failed: true, at: begin, ms: 30 }
            const client = writer.span({
              ...span,
              service,
              name: 'POST',
              kind: 'client',
              parent,
              attributes: httpCall('POST', `http://${target}/v1/hold`, 503),
            })
            const server = writer.span({
              ...span,
              service: target,
              name: 'POST /v1/hold',
              kind: 'server',
              parent: client,
              attributes: { 'http.response.status_code': 503 },
            })
            if (layer < 2) call(layer + 1, server, begin + 0.0001)
          }
        }
        call(
          0,
          writer.span({
            service: 'gateway',
            name: 'POST /orders',
            kind: 'server',
            trace,
            at: start,
            ms: 6000,
            failed: true,
          }),
          start + 0.0001,
        )
      }
      return { type: 'infinite_retry', own: ['gateway', 'booking', 'seats', 'seat-store'], perMinute: null }
    },
  },
  {
    name: 'Attempts, counted by the client alone',
    half: 'held',
    play(writer) {
      const from = writer.rng.integer(25, 40)
      for (let minute = 0; minute < 120; minute += 1) {
        const baseline = writer.between(45, 60)
        const calls = Math.round(minute < from ? baseline : baseline * writer.between(12, 25))
        writer.point('digest-mailer', 'http.client.request.count', minute, calls)
        writer.point(
          'digest-mailer',
          'http.client.error.count',
          minute,
          Math.round(calls * (minute < from ? 0.01 : 0.96)),
        )
      }
      return { type: 'infinite_retry', own: ['digest-mailer'], perMinute: null }
    },
  },
  ...(['a repository', 'a mapper', 'a cache'] as const).map(
    (through, index): ToolDefaultsClass => ({
      name: `Queries in a loop behind ${through}`,
      half: index === 1 ? 'held' : 'tuning',
      play(writer) {
        playTraffic(writer, minutes)
        const [from, baseline, many] = [writer.between(10, 15), writer.rng.integer(1, 4), writer.rng.integer(60, 250)]
        const perMinute = Math.max(4, writer.between(300, 800) / many)
        for (const at of writer.starts(perMinute, 0, minutes)) {
          const trace = writer.trace()
          const count = at < from ? baseline : Math.round(many * writer.between(0.85, 1.15))
          const root = writer.span({
            service: 'statements-api',
            name: 'GET /statements',
            kind: 'server',
            trace,
            at,
            ms: count * 2 + 10,
          })
          for (let query = 0; query < count; query += 1) {
            const begin = at + query / 30_000
            const span = { service: 'statements-api', trace, at: begin, ms: 1.5 }
            const names =
              through === 'a repository'
                ? ['AccountRepository.find']
                : through === 'a mapper'
                  ? ['AccountMapper.load', 'session.query']
                  : []
            const parent = names.reduce(
              (above, name) => writer.span({ ...span, name, kind: 'internal', parent: above }),
              root,
            )
            const attributes: Record<string, string> =
              through === 'a cache'
                ? { 'db.system.name': 'redis', 'db.query.text': `GET account:${query}` }
                : { 'db.system.name': 'mysql', 'db.query.text': 'SELECT name FROM account WHERE id = ?' }
            writer.span({
              ...span,
              name: through === 'a cache' ? 'GET' : 'SELECT account',
              kind: 'client',
              parent,
              attributes,
            })
          }
        }
        return { type: 'database_query_loop', own: ['statements-api'], perMinute: perMinute * many }
      },
    }),
  ),
]
