/** Loops of messages: what is published comes back to who published it, or is never done. */
import type { Attributes } from './otlp-attributes.ts'
import { httpCall, playTraffic, type TelemetryWriter } from './telemetry-writer.ts'
import type { ToolDefaultsClass } from './world-class.ts'

const minutes = 40

interface Step {
  trace: string
  span: string
}

/** Consumes at one service and publishes to the queue of the next; the step before is linked where links are set. */
function pass(writer: TelemetryWriter, service: string, next: string, at: number, trace: string, link?: Step): Step {
  const queue = (name: string): Attributes => ({ 'messaging.system': 'rabbitmq', 'messaging.destination.name': name })
  const parent = writer.span({
    service,
    name: `${service}-inbox process`,
    kind: 'consumer',
    trace,
    at,
    ms: 40,
    link,
    attributes: queue(`${service}-inbox`),
  })
  const span = writer.span({
    service,
    name: `${next}-inbox publish`,
    kind: 'producer',
    trace,
    parent,
    at: at + 0.0003,
    ms: 4,
    attributes: queue(`${next}-inbox`),
  })
  return { trace, span }
}

export const loopsOfMessages: ToolDefaultsClass[] = [
  {
    name: 'Recursion through a queue, without links',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      const [chains, length] = [writer.between(5, 12), writer.rng.integer(40, 110)]
      for (const start of writer.starts(chains, writer.between(8, 14), minutes)) {
        let at = start
        for (let step = 0; step < length && at < minutes; step += 1) {
          pass(writer, 'converter', 'converter', at, writer.trace())
          at += writer.between(0.003, 0.02)
        }
      }
      return { type: 'recursive_function', own: ['converter'], perMinute: chains * length }
    },
  },
  {
    name: 'Recursion through a queue with delays of minutes',
    half: 'held',
    play(writer) {
      playTraffic(writer, 240, 1)
      for (let chain = writer.rng.integer(100, 140); chain > 0; chain -= 1) {
        let step: Step | undefined
        for (let at = 10 + writer.between(0, 3); at < 230; at += writer.between(2, 4))
          step = pass(writer, 'reminder', 'reminder', at, writer.trace(), step)
      }
      return { type: 'recursive_function', own: ['reminder'], perMinute: null }
    },
  },
  {
    name: 'Recursion that branches, in one trace',
    half: 'held',
    play(writer) {
      playTraffic(writer, 30)
      const [trace, perMinute] = [writer.trace(), writer.between(260, 420)]
      const waiting: string[] = ['']
      let at = writer.between(6, 9)
      for (let run = 0; at < 30 && run < 9000; run += 1) {
        const attributes = { 'messaging.destination.name': 'unfold' }
        const span = writer.span({
          service: 'unfolder',
          name: 'unfold process',
          kind: 'consumer',
          trace,
          parent: waiting.shift() ?? '',
          at,
          ms: 50,
          attributes,
        })
        for (let child = 0; child < 2; child += 1)
          waiting.push(
            writer.span({
              service: 'unfolder',
              name: 'unfold publish',
              kind: 'producer',
              trace,
              parent: span,
              at: at + 0.0004,
              ms: 2,
              attributes,
            }),
          )
        waiting.length = Math.min(waiting.length, 4000)
        at += 1 / perMinute
      }
      return { type: 'recursive_function', own: ['unfolder'], perMinute }
    },
  },
  ...(['tuning', 'held'] as const).map(
    (half): ToolDefaultsClass => ({
      name: half === 'tuning' ? 'Function that calls itself, one span in ten lost' : 'Function that calls itself',
      half,
      losses: half === 'tuning' ? { lost: 0.1, skewSeconds: 4 } : {},
      play(writer) {
        playTraffic(writer, minutes)
        const [chains, length] = [writer.between(6, 14), writer.rng.integer(40, 110)]
        for (const start of writer.starts(chains, writer.between(8, 14), minutes)) {
          const trace = writer.trace()
          let parent = ''
          for (let step = 0, at = start; step < length && at < minutes; step += 1, at += writer.between(0.003, 0.015)) {
            const run = writer.span({
              service: 'enricher',
              name: 'enricher',
              kind: 'server',
              trace,
              parent,
              at,
              ms: 200,
              attributes: { 'faas.trigger': 'http' },
            })
            parent = writer.span({
              service: 'enricher',
              name: 'Invoke enricher',
              kind: 'client',
              trace,
              parent: run,
              at: at + 0.001,
              ms: 5,
              attributes: { 'rpc.method': 'Invoke' },
            })
          }
        }
        return { type: 'recursive_function', own: ['enricher'], perMinute: chains * length }
      },
    }),
  ),
  ...(
    [
      'without links',
      'with links',
      'with links, clocks 30 seconds apart',
      'with links, one trace in twenty kept',
    ] as const
  ).map(
    (how, index): ToolDefaultsClass => ({
      name: `Circle of queues ${how}`,
      half: index % 2 === 0 ? 'tuning' : 'held',
      losses: index === 2 ? { skewSeconds: 30 } : index === 3 ? { sampled: 0.05 } : {},
      play(writer) {
        playTraffic(writer, minutes)
        const ring = ['offers', 'margins', 'vouchers', 'points', 'taxes', 'rates'].slice(0, writer.rng.integer(4, 6))
        const [rounds, perMinute] = [writer.rng.integer(5, 12), writer.between(4, 10)]
        for (const start of writer.starts(perMinute, writer.between(8, 14), minutes)) {
          let step: Step | undefined
          const first = writer.trace()
          for (let hop = 0, at = start; hop < ring.length * rounds; hop += 1, at += writer.between(0.0006, 0.002)) {
            const [service = '', next = ''] = [ring[hop % ring.length], ring[(hop + 1) % ring.length]]
            step = pass(
              writer,
              service,
              next,
              at,
              hop === 0 ? first : writer.traceAlong(first),
              index === 0 ? undefined : step,
            )
          }
        }
        return { type: 'circular_dependency', own: ring, perMinute: index === 3 ? null : perMinute * (rounds - 1) }
      },
    }),
  ),
  ...(['default attributes', 'GitHub headers', 'CloudEvents'] as const).map(
    (which, index): ToolDefaultsClass => ({
      name: `Webhooks both ways, ${which}`,
      half: index === 1 ? 'held' : 'tuning',
      play(writer) {
        playTraffic(writer, minutes)
        const [length, perMinute] = [writer.rng.integer(40, 140), writer.between(320, 800)]
        for (const start of writer.starts(perMinute / length, writer.between(9, 14), minutes)) {
          const object = `contact-${writer.rng.integer(1, 1e6)}`
          for (let hop = 0, at = start; hop < length && at < minutes; hop += 1, at += writer.between(0.004, 0.02)) {
            const [from, to] = hop % 2 === 0 ? ['helpdesk', 'billing-sync'] : ['billing-sync', 'helpdesk']
            const trace = writer.trace()
            const client = writer.span({
              service: from,
              name: 'POST',
              kind: 'client',
              trace,
              at,
              ms: 30,
              attributes: httpCall('POST', `https://${to}/webhooks/contacts`, 200),
            })
            const extra: Attributes =
              which === 'CloudEvents'
                ? {
                    'cloudevents.event_id': writer.rng.hex(20),
                    'cloudevents.event_subject': object,
                    'cloudevents.event_type': 'contact.changed',
                  }
                : which === 'GitHub headers'
                  ? {
                      'http.request.header.x-github-delivery': writer.rng.hex(32),
                      'http.request.header.x-github-event': 'issues',
                    }
                  : {}
            writer.span({
              service: to,
              name: 'POST /webhooks/contacts',
              kind: 'server',
              trace,
              parent: client,
              at: at + 0.0003,
              ms: 20,
              attributes: { 'http.route': '/webhooks/contacts', 'http.response.status_code': 200, ...extra },
            })
          }
        }
        return { type: 'webhook_loop', own: ['helpdesk', 'billing-sync'], perMinute }
      },
    }),
  ),
  {
    name: 'Hourly batch that does everything again',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, 330, 1)
      const ids = Array.from({ length: writer.rng.integer(1800, 2600) }, () => writer.rng.hex(24))
      for (let hour = 0; hour < 5; hour += 1)
        for (const [index, id] of ids.entries())
          writer.span({
            service: 'night-ledger',
            name: 'entries process',
            kind: 'consumer',
            trace: writer.trace(),
            at: 5 + hour * 60 + index / 250,
            ms: 12,
            attributes: { 'messaging.destination.name': 'entries', 'messaging.message.id': id },
          })
      return { type: 'batch_processing_loop', own: ['night-ledger'], perMinute: null }
    },
  },
  {
    name: 'Messages that cannot be processed',
    half: 'held',
    play(writer) {
      playTraffic(writer, 60, 2)
      const ids = Array.from({ length: writer.rng.integer(2, 9) }, () => writer.rng.hex(24))
      const perMinute = writer.between(90, 180)
      for (let at = writer.between(8, 14), step = 0; at < 60; at += 1 / perMinute, step += 1)
        writer.span({
          service: 'claims-worker',
          name: 'claims process',
          kind: 'consumer',
          trace: writer.trace(),
          at,
          ms: 20,
          failed: true,
          attributes: { 'messaging.destination.name': 'claims', 'messaging.message.id': ids[step % ids.length] ?? '' },
        })
      return { type: 'batch_processing_loop', own: ['claims-worker'], perMinute }
    },
  },
]
