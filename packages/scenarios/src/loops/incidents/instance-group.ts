/** A group of machines of Google Cloud and the load balancer in front of it, by the metrics of Cloud Monitoring. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from '../twins/twin.ts'
import { about, Drift, playNeighbors, tideAt } from './neighbors.ts'

const [group, balancer, length] = ['preview-mig', 'preview-lb', 420]
/** Requests a minute that keep a machine busy as the autoscaler wants it. */
const perMachine = 260

class Group {
  readonly #writer: TelemetryWriter
  size: number

  constructor(writer: TelemetryWriter, size: number) {
    this.#writer = writer
    this.size = size
  }

  /** A machine takes a minute to come, and goes at once. */
  report(minute: number, target: number, requests: number): void {
    const step = Math.sign(target - this.size) * Math.min(Math.abs(target - this.size), this.#writer.rng.integer(4, 7))
    this.size += step
    const capacity = this.size * perMachine
    this.#writer.point(group, 'compute.googleapis.com/instance_group/size', minute, this.size)
    this.#writer.point(group, 'autoscaler.googleapis.com/capacity', minute, capacity)
    this.#writer.point(group, 'autoscaler.googleapis.com/current_utilization', minute, Math.round(requests))
    this.#writer.point(balancer, 'loadbalancing.googleapis.com/https/request_count', minute, Math.round(requests))
    const late = 60 + 90 * Math.max(0, requests / capacity - 0.8) + this.#writer.between(0, 14)
    this.#writer.point(balancer, 'loadbalancing.googleapis.com/https/backend_latencies', minute, Math.round(late))
  }
}

/** One timetable keeps machines warm for visitors, another one saves money; each sets the least number every ten minutes. */
function timetablesDisagree(writer: TelemetryWriter): null {
  playNeighbors(writer, length)
  const [drift, from, warm] = [new Drift(writer, 0.07), writer.rng.integer(60, 110), writer.rng.integer(13, 18)]
  const [machines, saves] = [new Group(writer, 5), writer.rng.integer(4, 6)]
  let least = 3
  for (let minute = 0; minute < length; minute += 1) {
    const requests = about(writer, 1150 * tideAt(writer, minute) * drift.next())
    // Timetables go by the clock, not by when the record begins.
    const ofClock = Math.floor(writer.beginMs / 60_000 + minute) % 10
    if (minute >= from && ofClock === 0) least = warm
    if (minute >= from && ofClock === saves) least = 3
    machines.report(minute, Math.max(least, Math.ceil(requests / perMachine)), requests)
  }
  return null
}

/** Spectators look at replays in the breaks of a tournament; the group grows with them and shrinks after. */
function breaksOfTournament(writer: TelemetryWriter): void {
  playNeighbors(writer, length)
  const [drift, machines] = [new Drift(writer, 0.07), new Group(writer, 5)]
  const recent: number[] = []
  let [next, ends, many] = [writer.rng.integer(60, 80), 0, 1]
  for (let minute = 0; minute < length; minute += 1) {
    if (minute >= next) {
      ends = minute + writer.rng.integer(4, 6)
      next = minute + writer.rng.integer(10, 15)
      many = writer.between(3, 3.9)
    }
    const requests = about(writer, 1150 * tideAt(writer, minute) * drift.next() * (minute < ends ? many : 1))
    recent.push(requests)
    // The autoscaler looks at the last two minutes, and lets machines go when both need fewer.
    const highest = Math.max(...recent.slice(-2))
    machines.report(minute, Math.max(3, Math.ceil(highest / perMachine)), requests)
  }
}

export const instanceGroup: Twins = twins(
  'seventh-held',
  {
    ...{ name: 'Machines of a group that two timetables grow and shrink', type: 'auto_scaling_loop', own: [group] },
    why: 'The group is tripled and cut back every ten minutes for hours, whatever the requests do.',
    play: timetablesDisagree,
  },
  {
    name: 'Machines of a group that follow the breaks of a tournament',
    why: 'The group grows and shrinks as often, a minute after three times as many requests came and went.',
    play: breaksOfTournament,
  },
)
