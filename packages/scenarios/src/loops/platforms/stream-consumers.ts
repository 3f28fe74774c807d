/** Consumers of a JetStream stream, by what the exporter for NATS reports of the server. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [service, length] = ['orders-nats', 240]

interface Consumer {
  name: string
  /** Deliveries, and records acknowledged one after the other from the first. */
  delivered: number
  acknowledged: number
  pending: number
  unacknowledged: number
  redelivered: number
}

const consumerOf = (writer: TelemetryWriter, name: string): Consumer => {
  const acknowledged = writer.rng.integer(2e6, 3e6)
  return { name, delivered: acknowledged + 900, acknowledged, pending: 0, unacknowledged: 3, redelivered: 0 }
}

function report(writer: TelemetryWriter, minute: number, last: number, consumers: readonly Consumer[]): void {
  const measure = (name: string, value: number, attributes: Record<string, string>) =>
    writer.measure({ service, name, unit: '', kind: 'level', attributes }, minute, Math.round(value))
  measure('jetstream_stream_last_seq', last, { stream_name: 'ORDERS', account: 'SHOP' })
  for (const { name, delivered, acknowledged, pending, unacknowledged, redelivered } of consumers) {
    const labels = { stream_name: 'ORDERS', consumer_name: name, account: 'SHOP' }
    measure('jetstream_consumer_delivered_consumer_seq', delivered, labels)
    measure('jetstream_consumer_delivered_stream_seq', acknowledged + unacknowledged, labels)
    measure('jetstream_consumer_ack_floor_stream_seq', acknowledged, labels)
    measure('jetstream_consumer_num_pending', pending, labels)
    measure('jetstream_consumer_num_ack_pending', unacknowledged, labels)
    measure('jetstream_consumer_num_redelivered', redelivered, labels)
  }
}

function keepUp(consumer: Consumer, came: number): void {
  consumer.acknowledged += came
  consumer.delivered += came
}

/** A handful of records is refused, and delivered again as soon as it is: nothing behind them is acknowledged in order. */
function refusedForEver(writer: TelemetryWriter): null {
  const [ledger, mail] = [consumerOf(writer, 'ledger'), consumerOf(writer, 'mail')]
  let last = Math.max(ledger.acknowledged, mail.acknowledged)
  const [from, perMinute] = [writer.rng.integer(50, 80), writer.between(1800, 2600)]
  for (let minute = 0; minute < length; minute += 0.5) {
    const came = writer.rng.integer(22, 38)
    last += came
    keepUp(mail, came)
    if (minute < from) keepUp(ledger, came)
    else {
      // The limit of records that wait for an answer is reached within minutes; from then on only those come again.
      ledger.unacknowledged = Math.min(1000, ledger.unacknowledged + came)
      ledger.pending += ledger.unacknowledged < 1000 ? 0 : came
      ledger.redelivered = ledger.unacknowledged
      ledger.delivered += (perMinute / 2) * writer.between(0.95, 1.05)
    }
    report(writer, minute, last, [ledger, mail])
  }
  return null
}

/** A release takes the consumer away for a quarter of an hour; what waits comes once, some of it twice, and is done. */
function releasedAndDone(writer: TelemetryWriter): void {
  const [ledger, mail] = [consumerOf(writer, 'ledger'), consumerOf(writer, 'mail')]
  let last = Math.max(ledger.acknowledged, mail.acknowledged)
  const from = writer.rng.integer(50, 80)
  for (let minute = 0; minute < length; minute += 0.5) {
    const came = writer.rng.integer(22, 38)
    last += came
    keepUp(mail, came)
    if (minute >= from && minute < from + 15) {
      ledger.pending += came
      ledger.unacknowledged = 800
    } else {
      const done = Math.min(ledger.pending + came, 240)
      ledger.acknowledged += done
      ledger.delivered += done * (ledger.pending > 0 ? writer.between(1.3, 1.6) : 1)
      ledger.pending += came - done
      ledger.redelivered = ledger.pending > 0 ? writer.rng.integer(40, 120) : 0
      ledger.unacknowledged = ledger.pending > 0 ? writer.rng.integer(200, 800) : 3
    }
    report(writer, minute, last, [ledger, mail])
  }
}

export const streamConsumers: Twins = twins(
  'sixth',
  {
    ...{ name: 'Records refused and delivered again, by the exporter for NATS', type: 'batch_processing_loop' },
    own: [service],
    why: 'Two thousand deliveries a minute for three hours, and the floor of what was acknowledged does not move.',
    play: refusedForEver,
  },
  {
    name: 'Consumer of NATS that catches up after a release',
    why: 'A third of what waits is delivered twice, the floor moves with each report, and after minutes all is done.',
    play: releasedAndDone,
  },
)
