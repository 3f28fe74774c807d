/** A producer of Kafka by the counters that it exposes. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const [service, length] = ['meter-intake', 300]

class Counters {
  readonly #writer: TelemetryWriter
  #sends = 4e7
  #retries = 900
  #errors = 40

  constructor(writer: TelemetryWriter) {
    this.#writer = writer
  }

  report(minute: number, more: { sends: number; retries: number; errors: number }): void {
    this.#sends += Math.round(more.sends)
    this.#retries += Math.round(more.retries)
    this.#errors += Math.round(more.errors)
    const point = (name: string, value: number) => this.#writer.point(service, name, minute, value)
    point('kafka_producer_record_send_total', this.#sends)
    point('kafka_producer_record_retry_total', this.#retries)
    point('kafka_producer_record_error_total', this.#errors)
  }
}

/** The topic takes no more records, and the producer is set to try for ever: many attempts for each record. */
function triesForEver(writer: TelemetryWriter): null {
  const [counters, from] = [new Counters(writer), writer.rng.integer(50, 80)]
  for (let minute = 0; minute < length; minute += 1) {
    const sends = 2400 * writer.between(0.94, 1.06)
    const isStuck = minute >= from
    counters.report(minute, {
      sends,
      retries: isStuck ? sends * writer.between(9, 14) : writer.rng.integer(0, 4),
      errors: 0,
    })
  }
  return null
}

/** A broker is replaced: records are tried two or three times for a few minutes, and all arrive. */
function brokerReplaced(writer: TelemetryWriter): void {
  const [counters, from] = [new Counters(writer), writer.rng.integer(50, 80)]
  for (let minute = 0; minute < length; minute += 1) {
    const sends = 2400 * writer.between(0.94, 1.06)
    const isMoving = minute >= from && minute < from + 4
    counters.report(minute, {
      sends,
      retries: isMoving ? sends * writer.between(1.2, 2.2) : writer.rng.integer(0, 4),
      errors: 0,
    })
  }
}

export const meterIntake: Twins = twins(
  'fifth-held',
  {
    ...{ name: 'Producer that tries its records for ever, by its counters', type: 'infinite_retry', own: [service] },
    why: 'Ten attempts and more for each record, for four hours, where one in a thousand needed a second.',
    play: triesForEver,
  },
  {
    name: 'Producer whose records need a second attempt while a broker is replaced',
    why: 'Two attempts more for each record during four minutes, after which none is needed.',
    play: brokerReplaced,
  },
)
