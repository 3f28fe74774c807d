/** Messages and capacities that resemble a loop and are none. */
import type { Attributes } from './otlp-attributes.ts'
import { httpCall, playTraffic, type TelemetryWriter } from './telemetry-writer.ts'
import type { ToolDefaultsClass } from './world-class.ts'

const minutes = 40

function consume(
  writer: TelemetryWriter,
  service: string,
  at: number,
  attributes: Attributes,
  trace = writer.trace(),
): string {
  return writer.span({
    service,
    name: 'events process',
    kind: 'consumer',
    trace,
    at,
    ms: 15,
    attributes: { 'messaging.destination.name': 'events', ...attributes },
  })
}

/** Each turn is linked to the one before, which did not cause it. */
function turns(
  writer: TelemetryWriter,
  name: string,
  kind: 'internal' | 'server',
  from: number,
  to: number,
  gap: () => number,
): void {
  let link: { trace: string; span: string } | undefined
  for (let at = from; at < to; at += gap()) {
    const trace = writer.trace()
    link = { trace, span: writer.span({ service: 'live-room', name, kind, trace, at, ms: 20, link }) }
  }
}

function gauge(
  writer: TelemetryWriter,
  resource: string,
  metric: string,
  length: number,
  valueAt: (minute: number) => number,
): void {
  for (let minute = 0; minute < length; minute += 1)
    writer.point(resource, metric, minute, Math.max(0, Math.round(valueAt(minute))))
}

export const alikeMessages: ToolDefaultsClass[] = [
  ...([true, false] as const).map(
    (isNamed): ToolDefaultsClass => ({
      name: `Stream of twelve partitions${isNamed ? '' : ', which spans do not name'}`,
      half: isNamed ? 'tuning' : 'held',
      play(writer) {
        playTraffic(writer, minutes)
        const next = Array.from({ length: 12 }, () => writer.rng.integer(5000, 5060))
        for (const at of writer.starts(writer.between(200, 500), 0, 38)) {
          const partition = writer.rng.integer(0, 11)
          const offset = next[partition] ?? 0
          next[partition] = offset + 1
          consume(writer, 'stock-reader', at, {
            'messaging.system': 'kafka',
            'messaging.kafka.offset': offset,
            ...(isNamed && { 'messaging.destination.partition.id': String(partition) }),
          })
        }
        return undefined
      },
    }),
  ),
  ...([true, false] as const).map(
    (isNamed): ToolDefaultsClass => ({
      name: `Message read by five groups${isNamed ? '' : ', which spans do not name'}`,
      half: isNamed ? 'held' : 'tuning',
      play(writer) {
        playTraffic(writer, minutes)
        for (const at of writer.starts(writer.between(80, 200), 0, 38)) {
          const id = writer.rng.hex(24)
          for (let group = 0; group < 5; group += 1)
            consume(writer, 'monolith', at + writer.between(0, 0.02), {
              'messaging.message.id': id,
              ...(isNamed && { 'messaging.consumer.group.name': `group-${group}` }),
            })
        }
        return undefined
      },
    }),
  ),
  {
    name: 'Steps that carry the id of their message',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      for (const at of writer.starts(writer.between(80, 200), 0, 38)) {
        const [trace, id] = [writer.trace(), writer.rng.hex(24)]
        const attributes = { 'messaging.message.id': id, 'messaging.destination.name': 'events' }
        const parent = consume(writer, 'intake', at, attributes, trace)
        for (let step = 0; step < 5; step += 1)
          writer.span({
            service: 'intake',
            name: 'events process',
            kind: 'internal',
            trace,
            parent,
            at: at + step * 0.0002,
            ms: 5,
            attributes,
          })
      }
      return undefined
    },
  },
  {
    name: 'Devices that report, each under its own subject',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      for (let device = writer.rng.integer(40, 90); device > 0; device -= 1)
        for (let at = writer.between(0, 0.15); at < 38; at += 0.15)
          writer.span({
            service: 'meter-gateway',
            name: 'POST /webhooks/readings',
            kind: 'server',
            trace: writer.trace(),
            at,
            ms: 6,
            attributes: {
              'http.route': '/webhooks/readings',
              'cloudevents.event_id': writer.rng.hex(20),
              'cloudevents.event_subject': `meter-${device}`,
              'cloudevents.event_type': 'reading',
            },
          })
      return undefined
    },
  },
  {
    name: 'Pushes that start builds',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, minutes)
      for (const at of writer.starts(writer.between(250, 400), 0, 38)) {
        const trace = writer.trace()
        const attributes = {
          'http.route': '/hooks/push',
          'http.request.header.x-github-event': 'push',
          'http.request.header.x-github-delivery': writer.rng.hex(32),
          'webhook.object': `repository-${writer.rng.integer(1, 30)}`,
        }
        const parent = writer.span({
          service: 'build-starter',
          name: 'POST /hooks/push',
          kind: 'server',
          trace,
          at,
          ms: 30,
          attributes,
        })
        writer.span({
          service: 'build-starter',
          name: 'POST',
          kind: 'client',
          trace,
          parent,
          at: at + 0.0001,
          ms: 20,
          attributes: httpCall('POST', 'https://code.example/api/statuses', 201),
        })
      }
      return undefined
    },
  },
  {
    name: 'Requests answered by a webhook each',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      const hook = (from: string, to: string, at: number, trace: string, above: string): string => {
        const parent = writer.span({
          service: from,
          name: 'POST',
          kind: 'client',
          trace,
          parent: above,
          at,
          ms: 20,
          attributes: httpCall('POST', `https://${to}/webhooks/jobs`, 202),
        })
        return writer.span({
          service: to,
          name: 'POST /webhooks/jobs',
          kind: 'server',
          trace,
          parent,
          at: at + 0.0002,
          ms: 10,
          attributes: { 'http.route': '/webhooks/jobs' },
        })
      }
      const baseline = writer.between(20, 40)
      for (const at of [...writer.starts(baseline, 0, 15), ...writer.starts(baseline * 8, 15, 38)]) {
        const trace = writer.trace()
        const root = writer.span({ service: 'film-site', name: 'POST /films', kind: 'server', trace, at, ms: 60 })
        hook('film-site', 'encoder', at + 0.0002, trace, root)
        const later = writer.trace()
        hook(
          'encoder',
          'film-site',
          at + writer.between(0.2, 0.6),
          later,
          writer.span({
            service: 'encoder',
            name: 'encode process',
            kind: 'consumer',
            trace: later,
            at: at + 0.2,
            ms: 9000,
          }),
        )
      }
      return undefined
    },
  },
  {
    name: 'Ticks of a game, each linked to the one before',
    half: 'tuning',
    play(writer) {
      playTraffic(writer, 20)
      turns(writer, 'tick', 'internal', 2, 18, () => 1 / 900)
      return undefined
    },
  },
  {
    name: 'Turns of conversations, each linked to the one before',
    half: 'held',
    play(writer) {
      playTraffic(writer, 120, 1)
      for (let room = 0; room < 20; room += 1)
        turns(writer, 'POST /chat', 'server', writer.between(0, 50), 118, () => writer.between(0.2, 1.5))
      return undefined
    },
  },
  {
    name: 'Saga of eight steps over queues without links',
    half: 'held',
    play(writer) {
      playTraffic(writer, minutes)
      for (const start of writer.starts(writer.between(60, 120), 0, 38)) {
        const steps = ['orders', 'payments', 'orders', 'stock', 'orders', 'parcels', 'orders', 'mails']
        for (const [index, service] of steps.entries()) {
          const [trace, at] = [writer.trace(), start + index * 0.002]
          const parent = writer.span({
            service,
            name: `${service} process`,
            kind: 'consumer',
            trace,
            at,
            ms: 20,
            attributes: { 'messaging.destination.name': `${service}-in` },
          })
          const next = steps[index + 1]
          if (next)
            writer.span({
              service,
              name: `${next}-in publish`,
              kind: 'producer',
              trace,
              parent,
              at: at + 0.0002,
              ms: 3,
              attributes: { 'messaging.destination.name': `${next}-in` },
            })
        }
        const trace = writer.trace()
        const parent = writer.span({ service: 'web', name: 'POST /orders', kind: 'server', trace, at: start, ms: 20 })
        writer.span({
          service: 'web',
          name: 'orders-in publish',
          kind: 'producer',
          trace,
          parent,
          at: start,
          ms: 3,
          attributes: { 'messaging.destination.name': 'orders-in' },
        })
      }
      return undefined
    },
  },
  {
    name: 'Concurrency of a function under steady load',
    half: 'tuning',
    play(writer) {
      const mean = writer.between(4, 30)
      gauge(writer, 'quote-fn', 'instance_count', 720, () => mean + writer.normal() * Math.sqrt(mean))
      return undefined
    },
  },
  {
    name: 'Instances that follow a load of the day',
    half: 'held',
    play(writer) {
      gauge(
        writer,
        'search-run',
        'container_instance_count',
        1440,
        (minute) => 10 + 6 * Math.sin((minute / 1440) * 2 * Math.PI) + writer.normal() * 1.2,
      )
      return undefined
    },
  },
  {
    name: 'Capacity by a timetable',
    half: 'tuning',
    play(writer) {
      const offset = (writer.beginMs / 60_000) % 30
      gauge(writer, 'report-pool', 'desired_replicas', 360, (minute) => ((minute + offset) % 30 < 10 ? 8 : 2))
      return undefined
    },
  },
  {
    name: 'Cache that fills for hours',
    half: 'held',
    play(writer) {
      const time = writer.between(150, 600)
      for (let minute = 0; minute < 2880; minute += 2) {
        const level = 800 + 2600 * (1 - Math.exp(-Math.max(0, minute - 400) / time)) + writer.normal() * 10
        writer.point('object-cache', 'container_memory_working_set_bytes', minute, Math.round(level * 1024 ** 2))
        writer.point('object-cache', 'container_spec_memory_limit_bytes', minute, 4096 * 1024 ** 2)
      }
      return undefined
    },
  },
]
