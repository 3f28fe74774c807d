/** Series as an SDK or the collector's receiver for Prometheus sends them over OTLP: counters that only grow, and levels. */
import type { Attributes } from '../tool-defaults/otlp-attributes.ts'
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'

export class Exporter {
  readonly #writer: TelemetryWriter
  readonly #service: string
  readonly #counts = new Map<string, number>()

  /** @param target Host and port that are scraped, which the receiver writes into the resource; not of what sends by itself. */
  constructor(writer: TelemetryWriter, service: string, target?: string) {
    this.#writer = writer
    this.#service = service
    const [address = '', port = ''] = target?.split(':') ?? []
    if (target)
      writer.describe(service, {
        ...{ 'service.instance.id': target, 'server.address': address, 'server.port': port, 'url.scheme': 'http' },
      })
  }

  /** Adds to a counter, which began long before the record does, and reports it. */
  count(minute: number, name: string, more: number, attributes: Attributes = {}): void {
    this.#report('counter', minute, name, this.#add(name, more, attributes), attributes)
  }

  /** How many durations a histogram has measured. */
  durations(minute: number, name: string, more: number, attributes: Attributes = {}): void {
    this.#report('durations', minute, name, this.#add(name, more, attributes), attributes)
  }

  level(minute: number, name: string, value: number, attributes: Attributes = {}): void {
    this.#report('level', minute, name, Math.max(0, Math.round(value)), attributes)
  }

  #add(name: string, more: number, attributes: Attributes): number {
    const key = `${name}|${Object.values(attributes).join('|')}`
    const before = this.#counts.get(key) ?? this.#writer.rng.integer(20_000, 90_000)
    const value = before + Math.max(0, Math.round(more))
    this.#counts.set(key, value)
    return value
  }

  #report(
    kind: 'counter' | 'level' | 'durations',
    minute: number,
    name: string,
    value: number,
    attributes: Attributes,
  ): void {
    this.#writer.measure({ service: this.#service, name, unit: '', kind, attributes }, minute, value)
  }
}
