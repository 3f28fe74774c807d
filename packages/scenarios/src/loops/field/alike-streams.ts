/** Streams, deliveries, groups of machines and memory that do their work, and look as if they went in circles. */
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'

const minutes = 60

const none = (name: string, play: (writer: TelemetryWriter) => void): ToolDefaultsClass => ({
  name,
  half: 'blind',
  play(writer) {
    play(writer)
    return undefined
  },
})

/** Work takes longer than the queue waits: a message in three comes a second or third time, and then is done. */
function slowWorkers(writer: TelemetryWriter): void {
  playTraffic(writer, minutes, 2)
  for (const start of writer.starts(170, 0, minutes - 3)) {
    const id = writer.rng.hex(32)
    let [at, count] = [start, 0]
    do {
      count += 1
      writer.span({
        ...{ service: 'pdf-maker', name: 'render-jobs process', kind: 'consumer', trace: writer.trace(), at },
        ms: writer.between(18_000, 40_000),
        attributes: {
          ...{ 'messaging.system': 'aws_sqs', 'messaging.destination.name': 'render-jobs' },
          'messaging.message.id': id,
        },
      })
      at += 0.5
    } while (count < 3 && writer.rng.chance(0.35))
  }
}

/** A reader that begins again at the first event, once, and reads on to the newest. */
function rebuilt(writer: TelemetryWriter): void {
  playTraffic(writer, minutes, 2)
  const event = (at: number, offset: number) =>
    writer.span({
      ...{ service: 'order-view', name: 'order-events process', kind: 'consumer', trace: writer.trace(), at, ms: 2 },
      attributes: {
        ...{ 'messaging.system': 'kafka', 'messaging.destination.name': 'order-events' },
        ...{ 'messaging.kafka.offset': offset, 'messaging.destination.partition.id': '0' },
        'messaging.consumer.group.name': 'order-view',
      },
    })
  let newest = writer.rng.integer(14_000, 18_000)
  const restart = writer.between(22, 28)
  for (const at of writer.starts(160, 0, restart)) event(at, newest++)
  let [at, offset] = [restart + 1, 0]
  for (; at < minutes - 1; at += 1 / 900) {
    if (offset >= newest) break
    event(at, offset++)
  }
  for (const later of writer.starts(160, at, minutes - 1)) event(later, offset++)
}

/** One product sells out: the shop tells each sale's new stock. */
function flashSale(writer: TelemetryWriter): void {
  playTraffic(writer, minutes, 2)
  const products = Array.from({ length: 4 }, () => `products/${writer.rng.integer(1e6, 9e6)}`)
  const from = writer.between(15, 20)
  const update = (at: number, subject: string) =>
    writer.span({
      ...{ service: 'search-sync', name: 'POST /webhooks/shop', kind: 'server', trace: writer.trace(), at, ms: 20 },
      attributes: {
        ...{ 'http.request.method': 'POST', 'http.route': '/webhooks/shop', 'http.response.status_code': 200 },
        ...{ 'cloudevents.event_id': writer.rng.hex(32), 'cloudevents.event_type': 'products/update' },
        'cloudevents.event_subject': subject,
      },
    })
  for (const at of writer.starts(20, 0, minutes - 1)) update(at, `products/${writer.rng.integer(1e6, 9e6)}`)
  for (const at of writer.starts(writer.between(300, 500), from, from + 25))
    update(at, products[writer.rng.integer(0, 3)] ?? '')
}

/** Jobs by a timetable: workers come every quarter of an hour because a queue is filled then, and go when it is empty. */
function quarterHours(writer: TelemetryWriter): void {
  let queue = 0
  for (let at = 0; at < 300; at += 0.5) {
    if (at % 15 === 3) queue += writer.rng.integer(380, 460)
    const replicas = Math.min(8, Math.ceil(queue / 50))
    writer.point('report-worker', 'kube_deployment_spec_replicas', at, replicas)
    writer.point('report-worker', 'rabbitmq_queue_messages_ready', at, queue)
    queue = Math.max(0, queue - replicas * writer.rng.integer(7, 10))
  }
}

/** Machines of a group replaced one by one: what is wanted stays, what runs dips and returns. */
function instanceRefresh(writer: TelemetryWriter): void {
  const [size, from] = [writer.rng.integer(24, 40), writer.between(30, 50)]
  for (let at = 0; at < 260; at += 1) {
    const step = Math.floor((at - from) / 5)
    const isMissing = at >= from && step < size && (at - from) % 5 < 3
    writer.point('render-fleet', 'GroupDesiredCapacity', at, size)
    writer.point('render-fleet', 'GroupInServiceInstances', at, isMissing ? size - 1 : size)
  }
}

/** Sockets stay open all day: memory follows how many there are, and so do messages. */
function openSockets(writer: TelemetryWriter): void {
  const [limit, base, each] = [4096, writer.between(400, 600), writer.between(0.09, 0.11)]
  for (let minute = 0; minute < 1.4 * 1440; minute += 1) {
    const hour = (minute / 60 + 5) % 24
    const open = Math.max(500, 26_000 * Math.sin((Math.PI * Math.max(0, hour - 6)) / 18))
    const noisy = open * (1 + 0.01 * writer.normal())
    writer.point('chat-edge', 'container_memory_working_set_bytes', minute, Math.round((base + noisy * each) * 2 ** 20))
    writer.point('chat-edge', 'container_spec_memory_limit_bytes', minute, limit * 2 ** 20)
    writer.point('chat-edge', 'websocket_connections_active', minute, Math.round(noisy))
    writer.point('chat-edge', 'http_requests', minute, Math.round(noisy * 0.7))
  }
}

export const fieldAlikeStreams: ToolDefaultsClass[] = [
  none('Workers slower than the queue waits, done by the third time', slowWorkers),
  none('View built again from the first event, once', rebuilt),
  none('Updates of four products while they sell out', flashSale),
  none('Workers that come for a full queue every quarter of an hour', quarterHours),
  none('Machines of a group replaced one by one', instanceRefresh),
  none('Memory that follows open sockets through the day', openSockets),
]
