/** The seventh set holds what it says: the sign of each loop is in its files and not in those of its twin, which is as busy. */
import { loopTypes } from '@kept/domain/loop-types.ts'
import { describe, expect, it } from 'vitest'
import { toolDefaultsLookAlikes, toolDefaultsLoops } from '../tool-defaults/classes.ts'
import { worldOf } from '../tool-defaults/world-class.ts'
import { seventhLookAlikes, seventhLoops } from './all.ts'
import { figuresOf, readWorld, sumOf, type WorldReadings } from './testing/read-world.ts'

interface Claim {
  /** A part of the name of the loop. */
  loop: RegExp
  /** What is high in the loop and low in its twin. */
  sign: (world: WorldReadings) => number
  /** More than this in a loop, less in its twin. */
  above: number
  below: number
  /** What rises in both. */
  volume: (world: WorldReadings) => number
}

const highest = (figures: readonly number[]) => Math.max(...figures)
/** The most in any five minutes. */
const peak = (figures: readonly number[]) => highest(figures.map((_, index) => sumOf(figures.slice(index, index + 5))))

function correlation(left: readonly number[], right: readonly number[]): number {
  const [meanLeft, meanRight] = [sumOf(left) / left.length, sumOf(right) / right.length]
  const product = (a: readonly number[], meanA: number, b: readonly number[], meanB: number) =>
    sumOf(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)))
  const both = product(left, meanLeft, right, meanRight)
  return both / Math.sqrt(product(left, meanLeft, left, meanLeft) * product(right, meanRight, right, meanRight))
}

/** The most minutes in a row above a figure. */
function longestAbove(figures: readonly number[], least: number): number {
  let [longest, current] = [0, 0]
  for (const figure of figures) {
    current = figure > least ? current + 1 : 0
    longest = Math.max(longest, current)
  }
  return longest
}

const commonestUrl = ({ spans }: WorldReadings) => {
  const counts = new Map<string, number>()
  for (const { service, attributes } of spans)
    if (service === 'catalog-import' && attributes['url.full'])
      counts.set(attributes['url.full'], (counts.get(attributes['url.full']) ?? 0) + 1)
  return highest([...counts.values()])
}

const spansNamed = ({ spans }: WorldReadings, service: string, name: string) =>
  spans.filter((span) => span.service === service && span.name === name).length

const claims: Claim[] = [
  {
    loop: /State machine/,
    sign: (world) => sumOf(figuresOf(world, 'ExecutionsStarted')) / sumOf(figuresOf(world, 'FilesIn')),
    ...{ above: 10, below: 1.01, volume: (world) => peak(figuresOf(world, 'ExecutionsStarted')) },
  },
  {
    loop: /Log agent/,
    sign: (world) => {
      const read = (isOwn: boolean) =>
        figuresOf(world, 'vector_component_received_events_total', ({ attributes }) => {
          return attributes.pod_name?.startsWith('vector-') === isOwn
        })
      return sumOf(read(true)) / sumOf(read(false))
    },
    ...{ above: 9, below: 0.01, volume: (world) => peak(figuresOf(world, 'vector_component_sent_events_total')) },
  },
  {
    loop: /Devices with one ID/,
    sign: (world) =>
      sumOf(figuresOf(world, 'emqx_session_takenover')) / highest(figuresOf(world, 'emqx_sessions_count')),
    ...{ above: 4, below: 2, volume: (world) => peak(figuresOf(world, 'emqx_client_connected')) },
  },
  {
    loop: /Name servers/,
    sign: (world) => {
      const received = (resource: string) =>
        sumOf(figuresOf(world, 'coredns_dns_requests_total', (reading) => reading.resource === resource))
      return received('coredns') / received('node-local-dns')
    },
    ...{ above: 3, below: 0.2 },
    volume: (world) => peak(figuresOf(world, 'coredns_dns_requests_total', ({ resource }) => resource === 'coredns')),
  },
  {
    loop: /Memory of a GPU/,
    sign: (world) => highest(figuresOf(world, 'kube_pod_container_status_restarts_total')),
    ...{ above: 5, below: 1, volume: (world) => highest(figuresOf(world, 'DCGM_FI_DEV_FB_USED')) },
  },
  {
    loop: /cursor that never moves/,
    ...{ sign: commonestUrl, above: 1000, below: 200, volume: (world) => spansNamed(world, 'catalog-import', 'GET') },
  },
  {
    loop: /Price of each line/,
    sign: (world) => {
      const isOfRequests = (user?: string) => user === 'orders_api'
      const calls = figuresOf(world, 'pg_stat_statements_calls_total', ({ attributes }) =>
        isOfRequests(attributes.user),
      )
      return sumOf(calls) / sumOf(figuresOf(world, 'http.server.request.duration'))
    },
    ...{ above: 40, below: 5, volume: (world) => peak(figuresOf(world, 'pg_stat_statements_calls_total')) },
  },
  {
    loop: /two timetables/,
    sign: (world) => {
      const requests = figuresOf(world, 'loadbalancing.googleapis.com/https/request_count')
      return 1 - correlation(figuresOf(world, 'compute.googleapis.com/instance_group/size'), requests)
    },
    ...{ above: 0.7, below: 0.5 },
    volume: (world) => highest(figuresOf(world, 'compute.googleapis.com/instance_group/size')),
  },
  {
    loop: /Acknowledgments/,
    sign: (world) => spansNamed(world, 'support-desk', 'POST') / spansNamed(world, 'support-desk', 'INSERT tickets'),
    ...{ above: 8, below: 1.5, volume: (world) => spansNamed(world, 'support-desk', 'POST') },
  },
  {
    loop: /put out of their group/,
    sign: (world) =>
      sumOf(figuresOf(world, 'kafka.consumer.records_consumed_total')) /
      sumOf(figuresOf(world, 'kafka_consumergroup_current_offset')),
    ...{ above: 3, below: 1.01, volume: (world) => peak(figuresOf(world, 'kafka.consumer.records_consumed_total')) },
  },
  {
    loop: /none of its runs ends/,
    // Minutes at the end of the record since a run succeeded.
    sign: ({ readings, events }) => {
      const ends = highest(readings.map(({ atMs }) => atMs))
      return (ends - highest(events.filter(({ reason }) => reason === 'Completed').map(({ atMs }) => atMs))) / 60_000
    },
    ...{ above: 200, below: 10, volume: (world) => highest(figuresOf(world, 'kube_cronjob_status_active')) },
  },
  {
    loop: /Flow started by/,
    sign: (world) => longestAbove(figuresOf(world, 'RunsStarted'), 30),
    ...{ above: 240, below: 120, volume: (world) => peak(figuresOf(world, 'RunsStarted')) },
  },
]

const pairs = seventhLoops.flatMap((loop, index) => {
  const healthy = seventhLookAlikes[index]
  const claim = claims.find(({ loop: name }) => name.test(loop.name))
  return healthy && claim ? [{ name: loop.name, loop, healthy, claim }] : []
})

describe('seventh set', () => {
  it('has twelve pairs of all types, all held, under names of their own', () => {
    expect(pairs.length).toBe(12)
    const classes = [...seventhLoops, ...seventhLookAlikes]
    expect(new Set(classes.map(({ half }) => half))).toEqual(new Set(['seventh-held']))
    const types = seventhLoops.map((loopClass) => worldOf(loopClass, 1).truth?.type)
    expect(new Set(types)).toEqual(new Set(loopTypes))
    const names = [...toolDefaultsLoops, ...toolDefaultsLookAlikes].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(pairs)('holds the sign of "$name", and its twin does not', ({ loop, healthy, claim }) => {
    for (const seed of [1, 2, 3]) {
      const [looping, twin] = [worldOf(loop, seed), worldOf(healthy, seed)]
      expect([looping.truth === null, twin.truth]).toEqual([false, null])
      const [inLoop, inTwin] = [readWorld(looping.files), readWorld(twin.files)]
      for (const { value } of [...inLoop.readings, ...inTwin.readings])
        expect(Number.isFinite(value) && value >= 0).toBe(true)
      expect(claim.sign(inLoop), `seed ${seed}`).toBeGreaterThan(claim.above)
      expect(claim.sign(inTwin), `seed ${seed}`).toBeLessThan(claim.below)
      const share = claim.volume(inTwin) / claim.volume(inLoop)
      expect(share, `volume, seed ${seed}`).toBeGreaterThan(0.4)
      expect(share, `volume, seed ${seed}`).toBeLessThan(2.5)
    }
  })

  it.each(pairs)('writes "$name" and its twin byte for byte again from a seed', ({ loop, healthy }) => {
    for (const worldClass of [loop, healthy]) {
      const files = worldOf(worldClass, 2).files
      expect(worldOf(worldClass, 2).files).toEqual(files)
      expect(worldOf(worldClass, 3).files).not.toEqual(files)
    }
  })
})
