/** Messages of a Pulsar topic that a consumer cannot work on. */
import { playOffice } from '../operated/office.ts'
import { describePod } from '../operated/resources.ts'
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const [service, minutes, topic] = ['invoice-writer', 55, 'persistent://public/default/invoices']

function work(
  writer: TelemetryWriter,
  instance: string,
  at: number,
  id: string,
  failed: boolean,
  from = topic,
): string {
  const trace = writer.trace()
  writer.span({
    ...{ service, instance, name: `${from} process`, kind: 'consumer', trace, at, ms: writer.between(12, 60), failed },
    attributes: {
      ...{ 'messaging.system': 'pulsar', 'messaging.destination.name': from, 'messaging.message.id': id },
      ...{ 'messaging.operation': 'process', 'messaging.message.body.size': writer.rng.integer(300, 1900) },
    },
  })
  return trace
}

/** An id as the client prints it: ledger, entry, partition. */
const idOf = (writer: TelemetryWriter) => `${writer.rng.integer(8000, 8999)}:${writer.rng.integer(0, 49_999)}:-1`

/** What fails is refused, and comes back after the minute that is the default, without a limit. */
function withoutALimit(writer: TelemetryWriter): number {
  playOffice(writer, minutes)
  const pod = describePod(writer, service, 'java')
  for (const at of writer.starts(45, 0, minutes - 1)) work(writer, pod, at, idOf(writer), false)
  const [from, count] = [writer.between(9, 13), writer.rng.integer(100, 150)]
  for (let index = 0; index < count; index += 1) {
    const id = idOf(writer)
    for (let at = from + writer.between(0, 2); at < minutes - 1; at += writer.between(1, 1.04))
      work(writer, pod, at, id, true)
  }
  return count / 1.02
}

/** What fails is sent to the topic for later attempts, with growing pauses, and given up after the fourth. */
function givenUp(writer: TelemetryWriter): void {
  playOffice(writer, minutes)
  const pod = describePod(writer, service, 'java')
  for (const at of writer.starts(45, 0, minutes - 1)) work(writer, pod, at, idOf(writer), false)
  const from = writer.between(9, 13)
  for (let index = writer.rng.integer(300, 400); index > 0; index -= 1) {
    let at = from + writer.between(0, 8)
    work(writer, pod, at, idOf(writer), true)
    for (const pause of [0.17, 0.5, 1, 2]) {
      at += pause * writer.between(1, 1.1)
      const trace = work(writer, pod, at, idOf(writer), true, `${topic}-RETRY`)
      if (pause < 2) continue
      writer.span({
        ...{ service, instance: pod, name: `${topic}-DLQ send`, kind: 'producer', trace, at: at + 0.001, ms: 4 },
        attributes: { 'messaging.system': 'pulsar', 'messaging.destination.name': `${topic}-DLQ` },
      })
    }
  }
}

export const invoicesTopic: Twins = twins(
  'fifth-held',
  {
    ...{ name: 'Messages refused and delivered again each minute, in Pulsar', type: 'batch_processing_loop' },
    own: [service],
    why: 'A hundred messages fail once a minute each for forty minutes, and nothing gives up.',
    losses: { lost: 0.03 },
    play: withoutALimit,
  },
  {
    name: 'Messages tried five times with growing pauses, then given up, in Pulsar',
    why: 'Each message is tried five times within four minutes and then kept apart.',
    play: givenUp,
  },
)
