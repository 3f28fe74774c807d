/** An agent that ships the lines of all pods of a node, by the metrics that Vector exposes about itself. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { Exporter } from './exporter.ts'
import { about, Drift, playNeighbors, tideAt } from './neighbors.ts'

const [service, length] = ['vector', 300]
const linesOfPods = {
  'shop-front-7d9c5b6f4-x2kqp': 5200,
  'price-api-66f8d5c9b-9mzrt': 3100,
  'worker-5b7fd9-wm4ts': 900,
}

interface Node {
  minute: number
  /** Lines that the agent read of its own pod. */
  own: number
  /** How many times as many lines as usual one application writes. */
  talkative: number
}

class Agent {
  readonly #writer: TelemetryWriter
  readonly #exporter: Exporter
  readonly #drift: Drift
  readonly #pod: string

  constructor(writer: TelemetryWriter) {
    this.#writer = writer
    this.#exporter = new Exporter(writer, service, '10.4.9.62:9090')
    this.#drift = new Drift(writer, 0.08)
    this.#pod = `vector-${writer.rng.hex(5)}`
  }

  /** Returns how many lines were shipped. */
  report({ minute, own, talkative }: Node): number {
    const source = { component_kind: 'source', component_type: 'kubernetes_logs', component_id: 'kubernetes_logs' }
    const load = tideAt(this.#writer, minute) * this.#drift.next()
    let shipped = own
    const read = (pod_name: string, lines: number) =>
      this.#exporter.count(minute, 'vector_component_received_events_total', lines, { ...source, pod_name })
    for (const [pod, perMinute] of Object.entries(linesOfPods)) {
      const lines = about(this.#writer, perMinute * load * (pod.startsWith('price-api') ? talkative : 1))
      read(pod, lines)
      shipped += lines
    }
    read(this.#pod, own)
    const sink = { component_kind: 'sink', component_type: 'loki', component_id: 'loki' }
    this.#exporter.count(minute, 'vector_component_sent_events_total', shipped, sink)
    this.#exporter.count(minute, 'vector_component_sent_bytes_total', shipped * this.#writer.between(180, 210), sink)
    this.#exporter.count(minute, 'vector_component_errors_total', this.#writer.rng.chance(0.05) ? 1 : 0, sink)
    this.#exporter.count(minute, 'vector_component_discarded_events_total', 0, { ...sink, intentional: 'false' })
    return shipped
  }
}

/** A sink that prints each event was left from a search for an error; what it prints is read again. */
function readsWhatItPrints(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [agent, from, most] = [new Agent(writer), writer.rng.integer(60, 100), writer.between(260_000, 340_000)]
  let shipped = 0
  for (let minute = 0; minute < length; minute += 1) {
    // Lines go around several times a minute, until a processor is busy with nothing else.
    const own = minute < from ? writer.rng.integer(2, 9) : Math.min(most, shipped * 2.2) * writer.between(0.97, 1.03)
    shipped = agent.report({ minute, own: Math.round(own), talkative: 1 })
  }
  return null
}

/** A release writes a line for each price that it looks up, until the next release. */
function talkativeRelease(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [agent, from] = [new Agent(writer), writer.rng.integer(60, 100)]
  const [to, talkative] = [from + writer.rng.integer(60, 95), writer.between(70, 100)]
  for (let minute = 0; minute < length; minute += 1) {
    const isTalkative = minute >= from && minute < to
    agent.report({ minute, own: writer.rng.integer(2, 9), talkative: isTalkative ? talkative : 1 })
  }
}

export const logAgent: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Log agent that ships the lines it prints about lines', type: 'recursive_function', own: [service] },
    why: 'Nearly all that it reads comes from its own pod, as much as it shipped the minute before, and never ends.',
    play: readsWhatItPrints,
  },
  {
    name: 'Log agent behind a release that writes a line for each price',
    why: 'The lines come from the pod of an application and follow its load, and the next release ends them.',
    play: talkativeRelease,
  },
)
