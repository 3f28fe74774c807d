/** The circles of the last minutes: components of the graph that some trace went around again and again. */
import { edgeEnds, edgeKey } from '../aggregate/minute-facts.ts'
import { outside } from '../aggregate/nodes.ts'
import type { CycleEdge } from '../evaluation.ts'
import type { NodeSums, View } from '../view.ts'
import { branchingOf, endShareOf, failingOf, returnedShareOf } from './circle-shares.ts'
import { stronglyConnected } from './components.ts'
import { type Flow, gainOf, lowerGain } from './gain.ts'
import { fixEdge, shortestCycle } from './shortest-cycle.ts'

export interface Circle {
  nodes: number[]
  /** The node most gone through: the loop is its. */
  main: number
  services: string[]
  hasWebhook: boolean
  iterations: number
  /** Share of the runs below which there is no other: where a recursion ends by itself. Of the part that ends least. */
  endShare: number
  /** Calls that each run makes of its own kind, whether they were answered yet or not; failed ones left out. */
  branching: number
  /** Share of the runs that ended within the run that led to them, which succeeded. */
  returnedShare: number
  /** Milliseconds from one run of the main node to the next one below it; 0 where it was not measured. */
  stepMs: number
  /** Share of the runs of its main node that failed. */
  failing: number
  /** Spans were lost on the way: where a lineage seems to end, it may only be cut. */
  isLossy: boolean
  /** Every step is a call inside one process: neither a message nor a request. */
  isInProcess: boolean
  /** Steps are sent as messages: no one waits for their end. */
  isMessaging: boolean
  maxDepth: number
  maxRepeats: number
  cyclicTraces: number
  entryTraces: number
  /** Visits of the main node for each time something outside began. */
  amplification: number
  gain: number
  gainLow: number
  cycle: CycleEdge[]
  entryEdge: string | null
  fixEdge: string | null
  avgMs: number
  memoryMb: number
  traces: string[]
}

/** Queues, buckets and the like pass things on; they are not who is to blame. */
const passesOn =
  /(^|[^a-z])(queue|bucket|topic|stream|table|s3|sqs|sns|kinesis|dynamodb|kafka|rabbitmq|pubsub|pub-sub|eventbridge|eventgrid|event-bus|servicebus|redis)([^a-z]|$)/i

/** Lost spans beyond this share cut lineages too often to tell where they end. */
const lossyShare = 0.02
/** Ancestors of its own kind from which a node has gone around three times. */
const aroundThrice = 3

/** A gateway and an orchestrator that all steps of a saga pass are two. */
const fewestBridged = 3

/** More calls than runs by this factor, as many as the gate asks for: work piles up faster than it is done. */
export const pilesUp = 1.15

/** Calculated once for all detectors that evaluate circles in this view. */
const circlesByView = new WeakMap<View, Map<number, Circle[]>>()

export function circlesOf(view: View, minutes: number): Circle[] {
  const byLength = circlesByView.get(view) ?? new Map<number, Circle[]>()
  circlesByView.set(view, byLength)
  const cached = byLength.get(minutes)
  if (cached) return cached
  const circles = findCircles(view, minutes)
  byLength.set(minutes, circles)
  return circles
}

function findCircles(view: View, minutes: number): Circle[] {
  const sums = view.nodeSums(minutes)
  const repeating = [...sums].filter(([, { maxRepeats }]) => maxRepeats >= aroundThrice)
  if (repeating.length === 0) return []
  const isRepeating = (node: number) => (sums.get(node)?.maxRepeats ?? 0) >= aroundThrice
  const comesBack = (node: number) => (sums.get(node)?.maxRepeats ?? 0) >= aroundThrice - 1
  const counts = new Map<number, number>()
  const visits = new Map<number, number>()
  const lost = new Map<number, number>()
  const bridges = new Map<number, number>()
  for (const { cyclicEdges, cyclicVisits, cyclicLost, cyclicBridges } of view.window(minutes)) {
    for (const [key, count] of cyclicBridges) bridges.set(key, (bridges.get(key) ?? 0) + count)
    for (const [key, count] of cyclicEdges) counts.set(key, (counts.get(key) ?? 0) + count)
    for (const [node, count] of cyclicVisits) visits.set(node, (visits.get(node) ?? 0) + count)
    for (const [node, count] of cyclicLost) lost.set(node, (lost.get(node) ?? 0) + count)
  }
  addLost(counts, lost)
  const circles: Circle[] = []
  const covered = new Set<number>()
  const describeAll = (edges: Map<number, number>, isWorth: (circle: Circle) => boolean) => {
    for (const nodes of componentsOf(edges, comesBack)) {
      if (nodes.some((node) => covered.has(node)) || nodes.every((node) => !isRepeating(node))) continue
      const lostHere = nodes.reduce((total, node) => total + (lost.get(node) ?? 0), 0)
      const seenHere = nodes.reduce((total, node) => total + (visits.get(node) ?? 0), 0)
      const circle = describe(nodes, edges, visits, sums, view, lostHere > seenHere * lossyShare)
      if (!isWorth(circle)) continue
      for (const node of nodes) covered.add(node)
      circles.push(circle)
    }
  }
  describeAll(counts, () => true)
  if (bridges.size > 0)
    describeAll(new Map([...counts, ...bridges]), ({ services }) => services.length >= fewestBridged)
  // A header that counts is evidence where the rest of the lineage was never seen.
  for (const [node, { maxCarried }] of repeating)
    if (maxCarried >= aroundThrice && !covered.has(node)) circles.push(byHeader(node, sums, view))
  return circles
}

/** Nodes that lead to one another, and those that lead to themselves. */
function componentsOf(edges: ReadonlyMap<number, number>, comesBack: (node: number) => boolean): number[][] {
  const successors = new Map<number, number[]>()
  for (const key of edges.keys()) {
    const [from, to] = edgeEnds(key)
    // Of a circle every part comes back. A gateway or an orchestrator that each step passes does alone: that is a hub.
    if (!comesBack(from) || !comesBack(to)) continue
    const targets = successors.get(from)
    if (targets) targets.push(to)
    else successors.set(from, [to])
    if (!successors.has(to)) successors.set(to, [])
  }
  return stronglyConnected(successors).filter(
    ([first, ...others]) => others.length > 0 || (first !== undefined && edges.has(edgeKey(first, first))),
  )
}

/** Spans whose parents were lost were called all the same: they go to the edges they usually come by. */
function addLost(counts: Map<number, number>, lost: ReadonlyMap<number, number>): void {
  if (lost.size === 0) return
  const incoming = new Map<number, number>()
  for (const [key, count] of counts) {
    const [from, to] = edgeEnds(key)
    if (from !== outside) incoming.set(to, (incoming.get(to) ?? 0) + count)
  }
  for (const [key, count] of counts) {
    const [from, to] = edgeEnds(key)
    const missing = lost.get(to)
    if (from !== outside && missing !== undefined) counts.set(key, count * (1 + missing / (incoming.get(to) ?? count)))
  }
}

function describe(
  nodes: number[],
  counts: Map<number, number>,
  visits: Map<number, number>,
  sums: Map<number, NodeSums>,
  view: View,
  isLossy: boolean,
): Circle {
  const inside = new Set(nodes)
  const flows: Flow[] = []
  let entry: { key: number; count: number } | undefined
  let entryCount = 0
  for (const [key, count] of counts) {
    const [from, to] = edgeEnds(key)
    if (inside.has(from) && inside.has(to)) flows.push({ from, to, count })
    else if (inside.has(to)) {
      entryCount += count
      if (!entry || count > entry.count) entry = { key, count }
    }
  }
  const nodeVisits = new Map(nodes.map((node) => [node, visits.get(node) ?? 0]))
  const gain = gainOf(flows, nodeVisits)
  const cycle = shortestCycle(flows)
  const cut = fixEdge(cycle, flows, nodeVisits)
  const all = nodes
    .map((node) => ({ node, sum: sums.get(node) }))
    .filter((candidate): candidate is { node: number; sum: NodeSums } => candidate.sum !== undefined)
  const most = Math.max(...all.map(({ sum }) => sum.iterations))
  const ranked = all.toSorted((a, b) => score(b, view, most) - score(a, view, most))
  const main = ranked[0]?.node ?? nodes[0] ?? outside
  const maxOf = (pick: (sum: NodeSums) => number) => all.reduce((highest, { sum }) => Math.max(highest, pick(sum)), 0)
  const cyclicTraces = maxOf(({ cyclicTraces: traces }) => traces)
  const mainVisits = nodeVisits.get(main) ?? 0
  return {
    nodes,
    main,
    services: servicesOf(nodes, view),
    hasWebhook: nodes.some((node) => view.webhookNodes.has(node)),
    iterations: sums.get(main)?.iterations ?? 0,
    endShare: Math.min(...all.map(({ sum }) => endShareOf(sum))),
    branching: branchingOf(nodes, counts, visits, sums, view),
    stepMs: stepOf(sums.get(main)),
    failing: failingOf(sums.get(main)),
    returnedShare: returnedShareOf(all.map(({ sum }) => sum)),
    isLossy,
    isInProcess: nodes.every((node) => view.nodes.get(node).kind === 'internal'),
    isMessaging: nodes.some((node) => /^(consumer|producer)$/.test(view.nodes.get(node).kind)),
    maxDepth: maxOf(({ maxDepth }) => maxDepth),
    maxRepeats: maxOf(({ maxRepeats }) => maxRepeats),
    cyclicTraces,
    entryTraces: Math.max(
      1,
      maxOf(({ traces }) => traces),
    ),
    amplification: mainVisits / Math.max(1, entryCount),
    gain,
    gainLow: gain > 0.5 ? Math.min(gain, lowerGain(flows, nodeVisits, main)) : 0,
    cycle: cycle.map(({ from, to, count }) => ({ from: view.nodes.label(from), to: view.nodes.label(to), count })),
    entryEdge: entry ? labelOf(entry.key, view) : null,
    fixEdge: cut ? labelOf(edgeKey(cut.from, cut.to), view) : null,
    avgMs: (sums.get(main)?.durationMs ?? 0) / Math.max(1, sums.get(main)?.spanCount ?? 1),
    memoryMb: maxOf(({ memoryMb }) => memoryMb),
    traces: [...new Set(ranked.slice(0, 3).map(({ sum }) => sum.deepestTrace))].filter(Boolean),
  }
}

const partOfRuns = 0.25

/** Functions before what passes their messages on, then the node that repeats most. */
function score({ node, sum }: { node: number; sum: NodeSums }, view: View, most: number): number {
  const { resource, runs } = view.nodes.get(node)
  // Of operations under many names each is a part of the runs only: the calls between them tell how many there are.
  const isPart = sum.iterations < most * partOfRuns
  return (
    sum.iterations +
    // What runs is billed; of what it sends there may be several for each run.
    (runs && !isPart ? 0 : -1e9) +
    (resource.kind === 'serverless' ? 0.5 : 0) +
    (passesOn.test(resource.name) ? -1e12 : 0) +
    sum.visits * 1e-6
  )
}

function servicesOf(nodes: number[], view: View): string[] {
  const names = [
    ...new Set(
      nodes.filter((node) => !view.nodes.get(node).isDatabase).map((node) => view.nodes.get(node).resource.name),
    ),
  ].sort()
  const workers = names.filter((name) => !passesOn.test(name))
  return workers.length > 0 ? workers : names
}

function byHeader(node: number, sums: Map<number, NodeSums>, view: View): Circle {
  const sum = sums.get(node) as NodeSums
  return {
    nodes: [node],
    main: node,
    services: [view.nodes.get(node).resource.name],
    hasWebhook: view.webhookNodes.has(node),
    iterations: sum.iterations,
    // A header counts on across traces: where it ends was never seen.
    endShare: 0,
    branching: 0,
    returnedShare: 0,
    stepMs: stepOf(sum),
    failing: failingOf(sum),
    isLossy: false,
    isInProcess: false,
    isMessaging: false,
    maxDepth: sum.maxDepth,
    maxRepeats: sum.maxRepeats,
    cyclicTraces: sum.cyclicTraces,
    entryTraces: Math.max(1, sum.traces),
    amplification: sum.maxRepeats,
    gain: 1 - 1 / Math.max(1, sum.maxRepeats),
    gainLow: 1 - 1 / Math.max(1, sum.maxRepeats),
    cycle: [{ from: view.nodes.label(node), to: view.nodes.label(node), count: Math.round(sum.visits) }],
    entryEdge: null,
    fixEdge: null,
    avgMs: sum.durationMs / Math.max(1, sum.spanCount),
    memoryMb: sum.memoryMb,
    traces: [sum.deepestTrace],
  }
}

function stepOf(sum: NodeSums | undefined): number {
  return (sum?.stepMs ?? 0) / Math.max(1, sum?.iterations ?? 1)
}

function labelOf(key: number, view: View): string {
  const [from, to] = edgeEnds(key)
  return `${view.nodes.label(from)} → ${view.nodes.label(to)}`
}
