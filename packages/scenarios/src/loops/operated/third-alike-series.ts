/** Series and events that swing or climb in good health: runners of builds, releases, a heap, a pool of pages. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { ToolDefaultsClass } from '../tool-defaults/world-class.ts'
import { alikeOf } from './class-of-set.ts'
import { mebibyte, playHeap } from './heap.ts'
import { describePod } from './resources.ts'

/** Each push brings a dozen jobs of some minutes, each job a runner of its own. */
function runners(writer: TelemetryWriter): void {
  const length = 420
  const ends: number[] = []
  const starts = [...writer.starts(0.11, 5, length)].flatMap((push) =>
    Array.from({ length: writer.rng.integer(8, 20) }, () => push + writer.between(0, 0.8)),
  )
  const jobs = starts.toSorted((a, b) => a - b).map((from) => ({ from, to: from + writer.between(1.5, 7) }))
  for (let at = 0; at < length; at += 0.5) {
    const assigned = jobs.filter(({ from, to }) => from <= at && at < to).length
    const running = jobs.filter(({ from, to }) => from + 0.4 <= at && at < to).length
    ends.push(assigned)
    writer.point('ci-linux-x64', 'gha_assigned_jobs', at, assigned)
    writer.point('ci-linux-x64', 'gha_running_jobs', at, running)
    writer.point('ci-linux-x64', 'gha_desired_runners', at, assigned)
    writer.point('ci-linux-x64', 'gha_registered_runners', at, Math.max(running, ends.at(-2) ?? 0))
  }
}

/** What is merged goes out: a dozen releases in an afternoon, each of which adds a pod and takes one away, thrice. */
function releases(writer: TelemetryWriter): void {
  let next = writer.between(20, 30)
  const times: number[] = []
  for (; next < 330; next += writer.between(14, 32)) times.push(next)
  for (const at of times) writer.rollout('search-web', at)
  for (let at = 0; at < 360; at += 0.5) {
    const isRolling = times.some((time) => at >= time && at < time + 0.8)
    writer.point('search-web', 'kube_deployment_spec_replicas', at, 3)
    writer.point('search-web', 'kube_deployment_status_replicas', at, isRolling ? 4 : 3)
    writer.point('search-web', 'kube_deployment_status_replicas_updated', at, isRolling ? 2 : 3)
  }
}

/** Between mixed collections the old generation climbs for hours; what each of them leaves stays the same. */
function collected(writer: TelemetryWriter): void {
  const [limit, left, hours] = [4096, writer.between(700, 1000), writer.between(5, 8)]
  describePod(writer, 'route-planner', 'java')
  playHeap(writer, {
    ...{ service: 'route-planner', limit, minutes: 2 * 1440 },
    oldAt: (minute) => ({ left, used: left + (0.71 * limit - left) * ((minute % (hours * 60)) / (hours * 60)) }),
    codeAt: (minute) => 48 + 130 * (1 - Math.exp(-minute / 240)),
    restartsAt: () => 0,
  })
}

/** After a failover the pool of the other machine is empty; it holds more of what is asked for until it has its share. */
function poolOfPages(writer: TelemetryWriter): void {
  const [total, rest, from, hours] = [64_000, writer.between(4200, 6000), 180, writer.between(11, 16)]
  for (let minute = 0; minute < 36 * 60; minute += 1) {
    const done = minute < from ? 1 : Math.min(1, (minute - from) / (hours * 60))
    const free = minute < from ? rest : total - (total - rest) * (1 - (1 - done) ** 1.25)
    writer.point('orders-db', 'FreeableMemory', minute, Math.round(free * (1 + 0.004 * writer.normal()) * mebibyte))
    writer.point('orders-db', 'DatabaseConnections', minute, writer.rng.integer(88, 104))
    writer.point('orders-db', 'ReadIOPS', minute, Math.round(60 + 4000 * (1 - done) + writer.between(0, 40)))
  }
}

export const thirdAlikeSeries: ToolDefaultsClass[] = [
  alikeOf('third', {
    name: 'Runners that come for each build and go with it',
    why: 'There is a runner for each job that is assigned, as reported beside it, and none for anything else.',
    play: runners,
  }),
  alikeOf('third', {
    name: 'Dozen releases in one afternoon',
    why: 'Pods come and go as rolling updates exchange them; how many are wanted never changes.',
    play: releases,
  }),
  alikeOf('third', {
    name: 'Heap that climbs for hours between mixed collections',
    why: 'What collections leave stays the same for two days, nothing is restarted, and a third of the limit stays free.',
    play: collected,
  }),
  alikeOf('third', {
    name: 'Free memory that falls for half a day after a failover, then stays',
    why: 'The pool of a database takes the share it is given and no more; reads fall as it fills.',
    play: poolOfPages,
  }),
]
