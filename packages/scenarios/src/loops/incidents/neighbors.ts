/** What else runs beside a loop or its twin: a shop, its ledger, a cache and a queue, which follow the hours of the day. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'

/** Load of a minute as a share of the daily mean: most after noon, least at night, in UTC. */
export function tideAt({ beginMs }: TelemetryWriter, minute: number): number {
  const ofDay = (beginMs / 60_000 + minute) % 1440
  return 1 + 0.45 * Math.sin(2 * Math.PI * (ofDay / 1440 - 0.32))
}

/** Noise that drifts: what a minute brings is much like the minute before. */
export class Drift {
  readonly #writer: TelemetryWriter
  readonly #spread: number
  #value = 0

  constructor(writer: TelemetryWriter, spread: number) {
    this.#writer = writer
    this.#spread = spread
  }

  next(): number {
    this.#value = 0.8 * this.#value + 0.6 * this.#spread * this.#writer.normal()
    return Math.max(0.2, 1 + this.#value)
  }
}

/** Starts of a counter of events that happen by chance: about as many as expected. */
export function about(writer: TelemetryWriter, expected: number): number {
  return Math.max(0, Math.round(expected + Math.sqrt(expected) * writer.normal()))
}

export function playNeighbors(writer: TelemetryWriter, minutes: number): void {
  const [drift, memory] = [new Drift(writer, 0.06), new Drift(writer, 0.02)]
  let [requests, commits, commands, delivered, waiting] = [4e6, 9e6, 3e7, 8e5, 0]
  for (let minute = 0; minute < minutes; minute += 1) {
    const load = tideAt(writer, minute) * drift.next()
    requests += about(writer, 900 * load)
    commits += about(writer, 2300 * load)
    commands += about(writer, 14_000 * load)
    writer.point('shop-front', 'nginx_ingress_controller_requests', minute, requests)
    writer.point('shop-front', 'kube_deployment_status_replicas_ready', minute, Math.max(3, Math.ceil(3.4 * load)))
    writer.point('ledger-db', 'pg_stat_database_xact_commit', minute, commits)
    writer.point('ledger-db', 'pg_stat_database_numbackends', minute, about(writer, 34 * load))
    writer.point('session-cache', 'redis_commands_processed_total', minute, commands)
    writer.point(
      'session-cache',
      'redis_memory_used_bytes',
      minute,
      Math.round(6.2e8 * (0.8 + 0.2 * load) * memory.next()),
    )
    const sent = about(writer, 60 * load)
    // Mail goes out in steps, so a few always wait.
    const done = Math.min(waiting + sent, about(writer, 66 * load))
    ;[waiting, delivered] = [waiting + sent - done, delivered + done]
    writer.point('mail-jobs', 'rabbitmq_queue_messages_ready', minute, waiting)
    writer.point('mail-jobs', 'rabbitmq_queue_messages_delivered_ack_total', minute, delivered)
  }
}
