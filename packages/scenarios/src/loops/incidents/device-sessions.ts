/** Devices that hold a session each at a broker for MQTT, by the metrics of EMQX. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { Exporter } from './exporter.ts'
import { about, playNeighbors, tideAt } from './neighbors.ts'

const [service, length] = ['emqx', 330]

interface Minute {
  devices: number
  /** Connections opened for a session that another connection still holds. */
  takeovers: number
  /** Connections opened for a session that waits for its device. */
  resumed: number
  /** Devices that are away just now. */
  away: number
}

class Broker {
  readonly #writer: TelemetryWriter
  readonly #exporter: Exporter

  constructor(writer: TelemetryWriter) {
    this.#writer = writer
    this.#exporter = new Exporter(writer, service, '10.4.7.11:18083')
  }

  report(minute: number, { devices, takeovers, resumed, away }: Minute): void {
    const node = { node: 'emqx@10.4.7.11' }
    // Phones of fitters come and go with a session of their own each time.
    const phones = about(this.#writer, 46 * tideAt(this.#writer, minute))
    const opened = phones + takeovers + resumed
    const count = (name: string, more: number) => this.#exporter.count(minute, name, more, node)
    count('emqx_client_connect', opened)
    count('emqx_client_connack', opened)
    count('emqx_client_connected', opened)
    count('emqx_client_disconnected', about(this.#writer, 46 * tideAt(this.#writer, minute)) + takeovers + resumed)
    count('emqx_session_created', phones)
    count('emqx_session_takenover', takeovers)
    count('emqx_session_resumed', resumed)
    count('emqx_packets_publish_received', about(this.#writer, (devices - away) * 2))
    this.#exporter.level(minute, 'emqx_live_connections_count', devices - away + phones * 4, node)
    this.#exporter.level(minute, 'emqx_sessions_count', devices + phones * 4, node)
  }
}

/** Devices of a new lot were copied with their ID: each that connects ends the session of its double, which comes back. */
function doublesTakeOver(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [broker, devices, from] = [new Broker(writer), writer.rng.integer(40_000, 70_000), writer.rng.integer(60, 110)]
  const [doubles, pause] = [writer.rng.integer(45, 80), writer.between(1.1, 1.7)]
  for (let minute = 0; minute < length; minute += 1) {
    // They are mounted during the first hour, a few each minute.
    const mounted = minute < from ? 0 : Math.min(doubles, (minute - from + 1) * 1.4)
    const takeovers = about(writer, (mounted * 60) / pause) + writer.rng.integer(0, 2)
    broker.report(minute, { devices, takeovers, resumed: writer.rng.integer(1, 9), away: writer.rng.integer(10, 30) })
  }
  return null
}

/** Nodes of the cluster are replaced, and the devices of each are moved to another one, a bounded number a minute. */
function devicesMoveOver(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [broker, devices, from] = [new Broker(writer), writer.rng.integer(40_000, 70_000), writer.rng.integer(60, 110)]
  let [rest, node] = [0, 0]
  for (let minute = 0; minute < length; minute += 1) {
    // A sixth of the devices leaves each of six nodes, and some of those that came from others go with them.
    if (minute >= from && node < 6 && rest < 20) {
      node += 1
      rest = devices * writer.between(0.2, 0.28)
    }
    const moved = Math.min(rest, 2300 * writer.between(0.94, 1.06))
    rest -= moved
    // Of what is moved most come back before their session is given up there.
    const takeovers = Math.round(moved * 0.8) + writer.rng.integer(0, 2)
    const resumed = Math.round(moved * 0.2) + writer.rng.integer(1, 9)
    broker.report(minute, { devices, takeovers, resumed, away: Math.round(moved * 0.1) + writer.rng.integer(10, 30) })
  }
}

export const deviceSessions: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Devices with one ID that end each other’s session', type: 'infinite_retry', own: [service] },
    why: 'Thousands of connections a minute, each ended by the next, and never a device more that is connected.',
    play: doublesTakeOver,
  },
  {
    name: 'Devices moved to other nodes while brokers are replaced',
    why: 'Each device connects again once for each node that goes, at a bounded rate, and then all stay.',
    play: devicesMoveOver,
  },
)
