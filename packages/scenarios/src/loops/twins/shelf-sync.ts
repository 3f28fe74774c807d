/** Durable workflows that continue as new runs of themselves, as the SDK of Temporal for Go records them. */
import { describePod } from '../operated/resources.ts'
import { playTraffic, type TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import { type Twins, twins } from './twin.ts'

const service = 'shelf-sync'

interface Run {
  trace: string
  parent: string
  at: number
  workflow: string
  activity: string
}

/** One run with one activity; returns its span, below which the next run is. */
function runOf(writer: TelemetryWriter, instance: string, { trace, parent, at, workflow, activity }: Run): string {
  const base = { service, instance, trace }
  const ids = { temporalWorkflowID: workflow, temporalRunID: writer.rng.hex(32) }
  const own = writer.span({
    ...{ ...base, name: 'RunWorkflow:SyncShelf', kind: 'server', parent, at, ms: 0, attributes: ids },
  })
  const started = writer.span({
    ...{ ...base, name: `StartActivity:${activity}`, kind: 'client', parent: own, at: at + 0.0001, ms: 0 },
    attributes: ids,
  })
  writer.span({
    ...{ ...base, name: `RunActivity:${activity}`, kind: 'server', parent: started, at: at + 0.0003 },
    ...{ ms: writer.between(60, 240), attributes: { ...ids, temporalActivityID: String(writer.rng.integer(5, 9)) } },
  })
  return own
}

/** The mark of the page is lost, and each run continues as a new one with the page it had. */
function samePageAgain(writer: TelemetryWriter): number {
  const minutes = 40
  playTraffic(writer, minutes)
  const pod = describePod(writer, service, 'go')
  const chain = (from: number, count: number) => {
    const run = { trace: writer.trace(), workflow: `shelf-${writer.rng.hex(6)}`, activity: 'ReadPage' }
    let [parent, at, runs] = ['', from, 0]
    for (; runs < count && at < minutes - 1; runs += 1) {
      parent = runOf(writer, pod, { ...run, parent, at })
      at += writer.between(0.011, 0.019)
    }
    return runs
  }
  for (const start of writer.starts(3, 0, minutes - 3)) chain(start, writer.rng.integer(3, 6))
  const from = writer.between(9, 13)
  let runs = 0
  for (let index = writer.rng.integer(6, 9); index > 0; index -= 1)
    runs += chain(from + writer.between(0, 1.5), Number.POSITIVE_INFINITY)
  return runs / (minutes - 1.75 - from)
}

/** A workflow for each shelf lives for months: every two minutes it continues as new, so that its history stays short. */
function oneForEachShelf(writer: TelemetryWriter): void {
  const minutes = 200
  playTraffic(writer, minutes, 1)
  const pod = describePod(writer, service, 'go')
  for (let shelf = writer.rng.integer(50, 70); shelf > 0; shelf -= 1) {
    const run = { trace: writer.trace(), workflow: `shelf-${writer.rng.hex(6)}`, activity: 'CountItems' }
    let parent = writer.rng.hex(16)
    for (let at = writer.between(0, 2); at < minutes - 1; at += writer.between(1.6, 2.4))
      parent = runOf(writer, pod, { ...run, parent, at })
  }
}

export const shelfSync: Twins = twins(
  'fifth-held',
  {
    ...{ name: 'Workflows that continue as new with the page they had', type: 'recursive_function', own: [service] },
    why: 'Half a dozen workflows continue once a second each for as long as one looks, where six runs were enough.',
    losses: { lost: 0.03 },
    play: samePageAgain,
  },
  {
    name: 'Workflows that live for months and continue as new every two minutes',
    why: 'Each continues as always, after two minutes of waiting and one count; nothing grows or hurries.',
    play: oneForEachShelf,
  },
)
