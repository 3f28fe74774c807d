/** A queue of Azure Service Bus, by the metrics that Azure Monitor keeps without being asked. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'

const [name, length] = ['claims-queue', 300]

interface Minute {
  incoming: number
  outgoing: number
  completed: number
  abandoned: number
  active: number
}

function report(writer: TelemetryWriter, minute: number, counts: Minute): void {
  const point = (metric: string, value: number) => writer.point(name, metric, minute, Math.round(value))
  point('IncomingMessages', counts.incoming)
  point('OutgoingMessages', counts.outgoing)
  point('CompleteMessage', counts.completed)
  point('AbandonMessage', counts.abandoned)
  point('ActiveMessages', counts.active)
}

/** Each message is taken, given back and taken again, since nothing gives it up. */
function givenBack(writer: TelemetryWriter): null {
  const [from, perMinute] = [writer.rng.integer(60, 90), writer.between(2600, 4200)]
  let active = 4
  for (let minute = 0; minute < length; minute += 1) {
    const incoming = writer.rng.integer(20, 36)
    if (minute < from)
      report(writer, minute, { incoming, outgoing: incoming, completed: incoming, abandoned: 0, active })
    else {
      active += incoming
      const outgoing = perMinute * writer.between(0.95, 1.05)
      report(writer, minute, { incoming, outgoing, completed: 0, abandoned: outgoing, active })
    }
  }
  return null
}

/** What is called is started again: for minutes messages are given back, then each is done. */
function startedAgain(writer: TelemetryWriter): void {
  const from = writer.rng.integer(60, 90)
  let active = 4
  for (let minute = 0; minute < length; minute += 1) {
    const incoming = writer.rng.integer(300, 420)
    const isDown = minute >= from && minute < from + 6
    const completed = isDown ? 0 : Math.min(active + incoming, 700)
    const abandoned = isDown ? 1400 * writer.between(0.9, 1.1) : writer.rng.integer(0, 4)
    active = Math.max(4, active + incoming - completed)
    report(writer, minute, { incoming, outgoing: completed + abandoned, completed, abandoned, active })
  }
}

export const serviceBus: Twins = twins(
  'sixth-held',
  {
    ...{ name: 'Messages of Service Bus given back as often as taken', type: 'batch_processing_loop', own: [name] },
    why: 'Thousands are taken each minute, all of them given back, none completed, for three hours.',
    play: givenBack,
  },
  {
    name: 'Messages of Service Bus given back while a service starts again',
    why: 'Six minutes without a completed message, and then more are completed than come until none is left.',
    play: startedAgain,
  },
)
