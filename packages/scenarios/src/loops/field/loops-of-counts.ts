/** Loops that only counters and gauges show, under names of other exporters. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'

type Truth = NonNullable<ReturnType<ToolDefaultsClass['play']>>

const loop = (
  name: string,
  type: Truth['type'],
  own: string,
  play: (writer: TelemetryWriter) => void,
): ToolDefaultsClass => ({
  name,
  half: 'blind',
  play(writer) {
    play(writer)
    return { type, own: [own], perMinute: null }
  },
})

/** Everything delivered is put back and delivered again; counters only grow. */
function redelivered(writer: TelemetryWriter): void {
  const from = writer.rng.integer(35, 50)
  let [delivered, again, acked] = [2_000_000, 3000, 1_990_000]
  for (let minute = 0; minute < 150; minute += 1) {
    const count = writer.rng.integer(180, 320)
    delivered += count
    if (minute < from) acked += count
    else again += count
    writer.point('claims', 'rabbitmq_queue_messages_delivered_ack_total', minute, delivered)
    writer.point('claims', 'rabbitmq_queue_messages_redelivered_total', minute, again)
    writer.point('claims', 'rabbitmq_queue_messages_acked_total', minute, acked)
    writer.point('claims', 'rabbitmq_queue_messages_ready', minute, minute < from ? 5 : 420 + writer.rng.integer(-4, 9))
  }
}

/** A target band narrower than one task: one more cools it below, one fewer heats it above. */
function narrowBand(writer: TelemetryWriter): void {
  const [from, period, low] = [writer.between(40, 60), writer.between(5, 8), writer.rng.integer(3, 6)]
  let running = low
  for (let at = 0; at < 300; at += 1) {
    const desired = at >= from && (at - from) % period < period / 2 ? low + 2 : low
    writer.point('quote-service', 'DesiredTaskCount', at, desired)
    writer.point('quote-service', 'RunningTaskCount', at, running)
    writer.point('quote-service', 'CpuUtilized', at, Math.round((62 * low) / running + 2 * writer.normal()))
    running = desired
  }
}

/** Killed for its memory every seven minutes, and started again. */
function killed(writer: TelemetryWriter): void {
  const [limit, base, from] = [512, writer.between(90, 130), writer.between(60, 90)]
  const period = writer.between(6, 9)
  let restarts = 0
  for (let at = 0; at < 330; at += 0.5) {
    const phase = at < from ? 0 : ((at - from) % period) / period
    if (at > from && phase < 0.5 / period) restarts += 1
    const level = (base + (limit - base) * phase * 0.98) * (1 + 0.01 * writer.normal())
    writer.point('thumb-maker', 'container_memory_working_set_bytes', at, Math.round(level * 2 ** 20))
    writer.point('thumb-maker', 'kube_pod_container_resource_limits_memory_bytes', at, limit * 2 ** 20)
    writer.point('thumb-maker', 'kube_pod_container_status_restarts_total', at, restarts)
  }
}

/** A process without a limit that holds on to something with each of its even requests. */
function unlimited(writer: TelemetryWriter): void {
  const [base, perMinute] = [writer.between(180, 260), writer.between(1.2, 2)]
  for (let minute = 0; minute < 20 * 60; minute += 1) {
    const level = (base + Math.max(0, minute - 200) * perMinute) * (1 + 0.012 * writer.normal())
    writer.point('ws-relay', 'process_resident_memory_bytes', minute, Math.round(level * 2 ** 20))
    writer.point('ws-relay', 'go_goroutines', minute, Math.round(80 + Math.max(0, minute - 200) * 9))
    writer.point('ws-relay', 'http_requests', minute, 600 + Math.round(20 * writer.normal()))
  }
}

export const fieldLoopsOfCounts: ToolDefaultsClass[] = [
  loop('Messages delivered again and again, by counters of the broker', 'batch_processing_loop', 'claims', redelivered),
  loop('Tasks that come and go within a narrow band', 'auto_scaling_loop', 'quote-service', narrowBand),
  loop('Container killed for its memory every few minutes', 'memory_leak_loop', 'thumb-maker', killed),
  loop('Process without a limit that grows all day', 'memory_leak_loop', 'ws-relay', unlimited),
]
