/**
 * Ten million usage events of ninety days in 2,000 environments of six zones: from a file to the whole analysis, with
 * the bill's running hours. The yardstick is the same file read as text, line by line, and nothing done with it.
 */

import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { readActivity } from '@kept/connectors/activity/read-activity.ts'
import type { EnvironmentFacts } from '@kept/domain/environment.ts'
import type { UsageEvent } from '@kept/domain/usage-event.ts'
import { analyzeBehavior } from '@kept/engine/behavior/analyze.ts'
import { collectEvents } from '@kept/engine/behavior/collect-events.ts'
import { collectRunning } from '@kept/engine/behavior/collect-running.ts'
import { perDay, spanOfDays } from '@kept/engine/behavior/quarters.ts'
import { type BehaviorWorld, behaviorWorld } from '@kept/scenarios/behavior/behavior-world.ts'
import type { Benchmark } from './benchmark.ts'

const events = Number(process.env.BENCH_EVENTS ?? 10_000_000)
const days = 90
const environmentsPerTeam = Number(process.env.BENCH_ENVIRONMENTS ?? 2000) / 6

export const behaviorBenchmark: Benchmark = {
  name: 'behavior',
  title: `Developer behavior: ${events.toLocaleString('en-US')} usage events`,
  async run({ scratch, print }) {
    const world = behaviorWorld({
      seed: 'bench',
      firstDay: '2026-07-01',
      days,
      environmentsPerTeam: Math.ceil(environmentsPerTeam),
      noisy: false,
    })
    const { from } = spanOfDays(world.firstDay, world.firstDay)
    const span = { from, to: from + days * perDay }
    const file = join(scratch, 'events.csv')
    print('writing events ...')
    await writeEvents(file, world)

    const yardstick = await clocked(() => countLines(file))
    print(`yardstick ${seconds(yardstick.wall)} s`)
    const collected = collectEvents(span)
    const reading = await clocked(() => readFile(file, (event) => collected.add(event)))
    print(`read and collected in ${seconds(reading.wall)} s`)
    const running = collectRunning(span)
    const hours = [...world.running()]
    const billing = await clocked(async () => {
      for (const hour of hours) running.add(hour)
    })
    const facts: EnvironmentFacts[] = world.facts
    let zombies = 0
    const analyzing = await clocked(async () => {
      const analysis = analyzeBehavior({ events: collected, running, facts, teams: world.teams })
      zombies = analysis.environments.filter(({ zombie }) => zombie.is).length
    })
    const month = await clocked(async () => {
      const window = { from: span.to - 30 * perDay, to: span.to }
      analyzeBehavior({ events: collected, running, facts, teams: world.teams, window })
    })
    const total = { wall: reading.wall + billing.wall + analyzing.wall, cpu: reading.cpu + billing.cpu + analyzing.cpu }
    return {
      description: `${world.environments.length} environments of six teams over ${days} days, ${collected.events.toLocaleString('en-US')} different events of a CSV and ${hours.length.toLocaleString('en-US')} running hours; one process.`,
      head: ['step', 'seconds', 'of processor'],
      rows: [
        ['yardstick: the file read as lines', ...formatTimes(yardstick)],
        ['events: read, checked, told apart, collected', ...formatTimes(reading)],
        ['running hours collected', ...formatTimes(billing)],
        ['analyzed, with schedules, backtests and choices', ...formatTimes(analyzing)],
        ['all together', ...formatTimes(total)],
        ['analyzed again for the last 30 days', ...formatTimes(month)],
      ],
      notes: [
        `To reach: 60 s. Reached: ${seconds(total.wall)} s (${seconds(total.cpu)} s of processor), ${Math.round(collected.events / (total.wall / 1000)).toLocaleString('en-US')} events a second.`,
        `Memory of the process at the end: ${Math.round(process.memoryUsage().rss / 1024 ** 2).toLocaleString('en-US')} MB; zombies found ${zombies} of ${world.truth.zombies.size}.`,
      ],
    }
  },
}

/** The world's own events, again and again under new ids until there are enough; its load is measured once. */
async function writeEvents(file: string, world: BehaviorWorld): Promise<void> {
  const stream = createWriteStream(file)
  let text =
    'event_id,user_id,environment_id,environment_name,project,team,activity_type,timestamp,duration,cpu,network,timezone\n'
  let number = 0
  for (let round = 0; number < events; round += 1) {
    for (const event of world.events()) {
      if (number === events) break
      number += 1
      text += `${round}-${lineOf(event, round === 0)}\n`
      if (text.length < 1 << 20) continue
      if (!stream.write(text)) await once(stream, 'drain')
      text = ''
    }
  }
  stream.end(text)
  await once(stream, 'finish')
}

function lineOf(event: UsageEvent, isMeasured: boolean): string {
  const { event_id, user_id, environment_id, environment_name, project, team, activity_type, timestamp } = event
  const { cpu, network } = event.resource_usage
  return [
    ...[event_id, user_id ?? '', environment_id, environment_name, project, team, activity_type, timestamp],
    ...[event.duration, isMeasured ? (cpu ?? '') : '', isMeasured ? (network ?? '') : '', event.time_zone],
  ].join(',')
}

async function readFile(file: string, add: (event: UsageEvent) => void): Promise<void> {
  const reader = readActivity(file, {
    event: add,
    rejectedRows: ({ reason }) => {
      throw new Error(reason)
    },
    ignored: () => {},
  })
  for await (const text of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) reader.push(text)
  reader.end()
}

async function countLines(file: string): Promise<number> {
  let [lines, remainder] = [0, '']
  for await (const text of createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const parts = (remainder + text).split('\n')
    remainder = parts.pop() ?? ''
    lines += parts.length
  }
  return lines
}

interface Clocked {
  wall: number
  cpu: number
}

/** Others may be at work on the machine: processor time says what the work itself takes. */
async function clocked(work: () => Promise<unknown>): Promise<Clocked> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: performance.now() - started, cpu: (user + system) / 1000 }
}

function formatTimes({ wall, cpu }: Clocked): string[] {
  return [seconds(wall), seconds(cpu)]
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
