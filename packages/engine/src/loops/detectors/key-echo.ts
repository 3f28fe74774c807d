/** Records that go back and forth: two destinations that each pass on what the other passed on, matched by record keys. */
import type { EchoMinute } from '../aggregate/minute-facts.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import { asAlways } from '../lineage/as-always.ts'
import type { DetectorContext, View } from '../view.ts'

/** As storms are: over the swings of usual traffic. */
const overBefore = 5
/** As many one way as the other, within what a window cuts off and what is lost on the way. */
const balanced = 0.7

export function keyEchoes({ view, rule }: DetectorContext): LoopEvaluation[] {
  const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
  return [...sumEchoes(view, minutes)].map(([pair, echo]) => {
    const places = [...echo.places].sort(([, a], [, b]) => b.count - a.count)
    const [main] = places.map(([, { resource }]) => resource)
    if (!main) throw new Error('An echo has a location.')
    const resources = [...new Map(places.map(([, { resource }]) => [resource.id, resource])).values()]
    const perMinute = echo.count / 2 / minutes
    return evaluationOf({
      ...{ type: 'circular_dependency', threshold, minutes, volume: echo.count / 2, resource: main },
      resourceIds: resources.map(({ id }) => id).sort(),
      edges: places.map(([name]) => name).sort(),
      features: featuresOf(pair, echo, view, minutes),
      cycle: places.map(([from, { count }], at) => ({
        from,
        to: places[(at + 1) % places.length]?.[0] ?? from,
        count,
      })),
      metrics: {
        ...{ iterations: Math.round(echo.count / 2), perMinute, memoryMb: null, cpuPercent: null },
        avgMs: echo.durationMs / Math.max(1, echo.spanCount),
      },
      systems: resources.map(({ name }) => name).sort(),
      traces: [echo.trace],
      nodeRates: places.map(([, { node }]): [number, number] => [node, perMinute]),
    })
  })
}

function sumEchoes(view: View, minutes: number): Map<string, EchoMinute> {
  const sums = new Map<string, EchoMinute>()
  for (const { echoes } of view.window(minutes))
    for (const [pair, echo] of echoes) {
      const sum = sums.get(pair)
      if (sum) addEcho(sum, echo)
      else
        sums.set(pair, {
          ...echo,
          places: new Map([...echo.places].map(([name, location]) => [name, { ...location }])),
          keys: new Set(echo.keys),
        })
    }
  return sums
}

function addEcho(sum: EchoMinute, echo: EchoMinute): void {
  sum.count += echo.count
  sum.spanCount += echo.spanCount
  sum.failures += echo.failures
  sum.durationMs += echo.durationMs
  for (const key of echo.keys) sum.keys.add(key)
  for (const [name, location] of echo.places) {
    const existing = sum.places.get(name)
    if (existing) existing.count += location.count
    else sum.places.set(name, { ...location })
  }
}

function featuresOf(pair: string, echo: EchoMinute, view: View, minutes: number): Feature[] {
  const counts = [...echo.places.values()].map(({ count }) => count)
  const balance = counts.length < 2 ? 0 : Math.min(...counts) / Math.max(...counts)
  const times = echo.spanCount / Math.max(1, echo.keys.size)
  const nodes = [...echo.places.values()].map(({ node }) => node)
  const now = nodes.reduce((total, node) => total + (view.nodeSums(minutes).get(node)?.visits ?? 0), 0) / minutes
  const rates = nodes.map((node) => view.rates.healthyRate(node, view.minute - minutes + 1))
  const before = rates.reduce<number>((total, rate) => total + (rate ?? Number.NaN), 0)
  const over = now / before
  return [
    feature(
      'same_keys',
      times,
      true,
      `${figure(echo.keys.size)} keys went back and forth, each ${figure(times)} times`,
    ),
    mutualFeature(echo, view, minutes),
    feature('balance', balance, balance >= balanced, `${figure(balance * 100)}% as many one way as the other`),
    feature(
      'over_usual',
      over,
      !(over < overBefore),
      Number.isNaN(over)
        ? 'usual unknown: an hour of telemetry from before would tell'
        : `${figure(over)} times as many as usual`,
    ),
    ...asAlways(view, [`echo ${pair}`]),
  ]
}

/** Of what is sent on, the share that a request from outside began: a question and its answer go back and forth as well. */
const servedAtMost = 0.2

/** Who reads at one place writes to the other one, both ways, and no one asks for it: else it is passed on, or answered. */
function mutualFeature({ places }: EchoMinute, view: View, minutes: number): Feature {
  const sums = view.nodeSums(minutes)
  let [isMutual, visits, served] = [places.size === 2, 0, 0]
  for (const [name, { resource }] of places) {
    const writers = [...sums].filter(([node]) => {
      const { kind, destination, resource: owner } = view.nodes.get(node)
      return kind === 'producer' && owner.id === resource.id && destination !== name && places.has(destination)
    })
    isMutual &&= writers.length > 0
    for (const [, sum] of writers) {
      visits += sum.visits
      served += sum.served
    }
  }
  const share = isMutual ? served / Math.max(1, visits) : Number.NaN
  return feature(
    'own_start',
    share,
    share <= servedAtMost,
    isMutual
      ? `each side writes what the other one reads, ${figure(share * 100)}% of it for a request`
      : 'unknown who writes back: spans of the producers would tell',
  )
}
