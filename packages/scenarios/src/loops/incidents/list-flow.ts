/** A flow that a list starts when an item changes, by the metrics that Azure Monitor keeps of a logic app. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { about, playNeighbors, tideAt } from './neighbors.ts'

const [flow, length] = ['la-leave-requests', 420]
/** What the customer knows: no change of theirs, however large, keeps the flow busy for two hours without a pause. */
const expression = 'min(RunsStarted, 2h) > 30'

function report(writer: TelemetryWriter, minute: number, runs: number): void {
  const failed = runs > 20 && writer.rng.chance(0.05) ? 1 : 0
  const point = (metric: string, value: number) => writer.point(flow, metric, minute, Math.round(value))
  point('TriggersStarted', Math.max(1, runs))
  point('TriggersFired', runs)
  point('RunsStarted', runs)
  point('RunsCompleted', runs)
  point('RunsSucceeded', runs - failed)
  point('RunsFailed', failed)
  point('ActionsStarted', runs * 7)
  point('BillableActionExecutions', runs * 7)
  point('RunLatency', writer.between(2.2, 4.6))
}

/** Requests of people, of which more come in the morning. */
const requestsIn = (writer: TelemetryWriter, minute: number) => about(writer, 1.6 * tideAt(writer, minute))

/** Since it writes its state into the item, each run is a change, and the next look at the list begins a run for it. */
function startedByItsChange(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [from, share] = [writer.rng.integer(40, 80), writer.between(0.15, 0.3)]
  // It is tried on all open requests at once.
  let items = 0
  for (let minute = 0; minute < length; minute += 1) {
    const requests = requestsIn(writer, minute)
    if (minute === from) items = writer.rng.integer(75, 100)
    if (minute > from) items += Math.round(requests * share)
    report(writer, minute, requests + (items > 0 ? about(writer, items * 0.95) : 0))
  }
  return null
}

/** All requests of ten years get the name of a new department. */
function departmentRenamed(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [from, perMinute] = [writer.rng.integer(70, 130), writer.between(140, 250)]
  let left = writer.rng.integer(75, 95) * perMinute
  for (let minute = 0; minute < length; minute += 1) {
    const changed = minute < from ? 0 : Math.min(left, about(writer, perMinute))
    left -= changed
    report(writer, minute, requestsIn(writer, minute) + Math.round(changed))
  }
}

export const listFlow: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Flow started by the item it changes, by a rule of the customer', type: 'custom_pattern', own: [flow] },
    ...{ expression },
    why: 'Each run changes the item that starts the next run, so that the flow has no quiet minute for hours.',
    play: startedByItsChange,
  },
  {
    ...{ name: 'Flow that follows a change of all items, by a rule of the customer', expression },
    why: 'As many runs a minute, but each item is changed once, and the flow rests after an hour and a half.',
    play: departmentRenamed,
  },
)
