import { median } from '../../maths/quantile.ts'
import { lastMinutes, type Series } from '../aggregate/series.ts'
import { sized } from '../cost/loop-use.ts'
import { evaluationOf, type Feature, feature, figure, type LoopEvaluation } from '../evaluation.ts'
import type { DetectorContext } from '../view.ts'
import {
  type Change,
  changesOf,
  followsAnother,
  isNoisy,
  loadFeature,
  reversingFeature,
  sizeAboveMinimum,
  swingCycle,
  swingOf,
} from './capacity-swing.ts'
import { defineDetector } from './define-detector.ts'
import { levelSwings } from './level-swings.ts'
import { slowSwings } from './slow-swings.ts'

interface Capacity {
  resource: Series['resource']
  changes: Change[]
  /** Those that an orchestrator reported, which know the generations they are of. */
  reported: Change[]
  /** Of an hour, where sizes were reported. */
  earlier: Change[]
  isNoise: boolean
  /** Whether requests explain its size, where they are counted. */
  load: Feature[]
  counted: number
  scheduled: boolean
}

const earlierMinutes = 60
const rolloutMinutes = 5
/** Kubernetes waits 300 s before it takes capacity away: turning around within that time is not settling. */
const cooldownMs = 300_000

export const autoScaling = defineDetector({
  type: 'auto_scaling_loop',
  sources: ['Kubernetes HPA: down-stabilization 300 s, tolerance 0.1', 'cluster-autoscaler: 10 min after an addition'],
  evaluate({ view, rule }: DetectorContext) {
    const { threshold_value: threshold, measurement_window_minutes: minutes } = rule.detection_criteria
    const byResource = new Map<string, Capacity>()
    const group = (resource: Series['resource']) => {
      const existing = byResource.get(resource.name)
      if (existing) return existing
      const created: Capacity = {
        resource,
        changes: [],
        reported: [],
        earlier: [],
        isNoise: false,
        load: [],
        counted: 0,
        scheduled: false,
      }
      byResource.set(resource.name, created)
      return created
    }
    for (const event of view.events(minutes)) {
      if (event.kind === 'schedule') group(event.resource).scheduled = true
      if (event.kind !== 'scaling') continue
      const delta = event.delta ?? (event.from !== null && event.to !== null ? event.to - event.from : null)
      const { changes } = group(event.resource)
      changes.push({ timeMs: event.timeMs, delta: delta ?? Number.NaN, generation: event.generation })
      if (delta === null && event.to !== null) knowBySize(changes, event.to)
    }
    // A rollout is reported as it begins; sizes go on changing until its last pod is ready.
    for (const { kind, timeMs, delta, from, to, generation, resource } of view.events(minutes + rolloutMinutes)) {
      const change = delta ?? (from !== null && to !== null ? to - from : null)
      if (kind === 'scaling' && change !== null) group(resource).reported.push({ timeMs, delta: change, generation })
    }
    for (const series of view.activeSeries) {
      if (series.role === 'scaling_events')
        group(series.resource).counted = lastMinutes(series, view.minute, minutes).reduce(
          (total, { sum }) => total + sum,
          0,
        )
      if (series.role !== 'capacity' || followsAnother(series, view)) continue
      const changes = changesOf(series, view.minute, minutes)
      const entry = group(series.resource)
      // Events and sizes show the same changes: the more complete source counts.
      if (changes.length > entry.changes.length) entry.changes = changes
      entry.earlier = changesOf(series, view.minute, earlierMinutes)
      entry.load = loadFeature(series, view, earlierMinutes)
      entry.isNoise = isNoisy(series, view.minute, earlierMinutes)
    }
    const short = [...byResource.values()].flatMap((entry) => evaluateChanges(entry, threshold, minutes))
    const steps = slowSwings(view, threshold, minutes)
    const isInSteps = new Set(steps.filter(({ shape }) => shape).map(({ resource }) => resource.name))
    const ramps = levelSwings(view, threshold).filter(({ resource }) => !isInSteps.has(resource.name))
    const slow = [...steps, ...ramps]
    const holds = (evaluations: readonly LoopEvaluation[]) =>
      new Set(evaluations.filter(({ shape, gate }) => shape && gate).map(({ resource }) => resource.name))
    const [inShort, inSlow, shortNames] = [
      holds(short),
      holds(slow),
      new Set(short.map(({ resource }) => resource.name)),
    ]
    return [
      ...short.filter(({ resource: { name } }) => inShort.has(name) || !inSlow.has(name)),
      ...slow.filter(({ resource: { name } }) => !inShort.has(name) && (inSlow.has(name) || !shortNames.has(name))),
    ]
  },
})

/** The size after each event, kept to know by how much the next one changes it. */
const sizes = new WeakMap<Change, number>()

function knowBySize(changes: Change[], size: number): void {
  const current = changes.at(-1)
  const before = changes.at(-2)
  if (!current) return
  sizes.set(current, size)
  const previousSize = before && sizes.get(before)
  current.delta = previousSize === undefined ? Number.NaN : size - previousSize
}

/** A rollout takes from one generation what it gives to the next: each goes one way only. Sizes alone do not show it. */
function isRollout(reported: readonly Change[]): boolean {
  const generations = new Map<string, Set<number>>()
  for (const { generation, delta } of reported)
    if (Number.isFinite(delta) && delta !== 0)
      generations.set(generation, (generations.get(generation) ?? new Set()).add(Math.sign(delta)))
  return generations.size >= 2 && [...generations.values()].every((signs) => signs.size === 1)
}

function evaluateChanges(
  { resource, changes, reported, earlier, isNoise, load, counted, scheduled }: Capacity,
  threshold: number,
  minutes: number,
): LoopEvaluation[] {
  const count = Math.max(changes.length, counted)
  if (count < threshold / 2) return []
  const knownChanges = changes
    .filter(({ delta }) => Number.isFinite(delta) && delta !== 0)
    .sort((a, b) => a.timeMs - b.timeMs)
  const gross = knownChanges.reduce((total, { delta }) => total + Math.abs(delta), 0)
  const net = knownChanges.reduce((total, { delta }) => total + delta, 0)
  const turns = knownChanges.flatMap(({ timeMs, delta }, index) => {
    const before = knownChanges[index - 1]
    return before && Math.sign(before.delta) !== Math.sign(delta) ? [timeMs - before.timeMs] : []
  })
  const gapMs = turns.length > 0 ? median(turns) : Number.NaN
  const balance = gross > 0 ? Math.abs(net) / gross : 1
  const swing = swingOf(earlier.length > knownChanges.length ? earlier : knownChanges)
  return [
    evaluationOf({
      type: 'auto_scaling_loop',
      threshold,
      minutes,
      volume: count,
      resource,
      edges: ['capacity'],
      features: [
        feature('reversals', turns.length, turns.length >= 4, `${turns.length} changes of direction`),
        feature('balance', balance, gross > 0 && balance <= 1 / 3, `${figure(net)} net of ${figure(gross)} moved`),
        feature(
          'turn_gap',
          gapMs / 1000,
          gapMs < cooldownMs,
          Number.isNaN(gapMs) ? 'directions unknown' : `reverses after ${figure(gapMs / 1000)} s`,
        ),
        reversingFeature(swing, isNoise),
        ...load,
      ],
      excludedBy: isRollout(reported)
        ? 'a rollout: each version scales in one direction'
        : scheduled
          ? 'scheduled'
          : null,
      uses: [
        {
          ...sized(resource),
          size: sizeAboveMinimum(knownChanges),
        },
      ],
      cycle: swingCycle(knownChanges),
    }),
  ]
}
