/** What a detector says of one candidate in one minute. */
import type { LoopType } from '@kept/domain/loop-types.ts'
import type { TelemetryResource } from '@kept/domain/span.ts'
import { formatCount } from '@kept/foundation/format/number.ts'
import type { LoopUse } from './cost/loop-use.ts'

/** One piece of evidence: what was measured, whether it holds, and the words for it. */
export interface Feature {
  name: string
  value: number
  is_met: boolean
  description: string
  /** False when the value is unknown: such evidence counts less. */
  isMeasured: boolean
}

/**
 * What is usual decides whether something is new, and a limit whether growth has an end. Where nothing is known of them,
 * much that is healthy looks the same: the shape alone is suspected, and never confirmed.
 */
const deciding = new Set(['over_usual', 'minutes_left', 'near_end', 'began'])

/** Whether all that decides was measured. */
export function isDecided(features: readonly Feature[]): boolean {
  return !features.some(({ name, isMeasured }) => deciding.has(name) && !isMeasured)
}

export interface CycleEdge {
  from: string
  to: string
  count: number
}

export interface LoopEvaluation {
  type: LoopType
  /** Set by custom rules: several may evaluate one resource. */
  ruleId?: string
  resource: TelemetryResource
  /** What makes two evaluations the same loop: resources, and the edges or the statement. */
  resourceIds: string[]
  edges: string[]
  volume: number
  gate: boolean
  /** How far below its gate the volume may fall before the loop is over: 0 while above half. */
  isQuiet: boolean
  shape: boolean
  /** Part of the shape holds: worth showing when the volume is there. */
  partial: boolean
  excludedBy: string | null
  features: Feature[]
  metrics: {
    iterations: number
    perMinute: number
    avgMs: number | null
    memoryMb: number | null
    cpuPercent: number | null
  }
  cycle: CycleEdge[]
  /** The share of failures, where it is no evidence but a hint at the cause. */
  failing?: number
  gain: number | null
  gainLow: number | null
  entryEdge: string | null
  fixEdge: string | null
  systems: string[]
  /** The nodes that go around, with their iterations a minute: what the loop makes use of follows from them. */
  nodeRates?: readonly (readonly [node: number, perMinute: number])[]
  /** What it makes use of; empty where only its resource is known. */
  uses: readonly LoopUse[]
  /** The volume counts what sampling left out already. */
  isScaled?: boolean
  /** What sampling leaves unknown: the least and the most of the volume, as shares of it. */
  volumeRange?: { low: number; high: number }
  /** Everything the resource does, the loop among it; unknown where nothing was traced. */
  callsPerMinute?: number
  traces: string[]
}

/** `value` is not finite where it could not be measured. */
export function feature(name: string, value: number, isMet: boolean, description: string): Feature {
  const isMeasured = Number.isFinite(value)
  return { name, value: isMeasured ? value : 0, is_met: isMet, description, isMeasured }
}

/** A figure as words show it: "26,419". */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return 'unknown'
  return Math.abs(value) >= 100 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(3)))
}

/** The parts of an evaluation that most detectors fill in the same way. */
export function evaluationOf(
  part: Pick<LoopEvaluation, 'type' | 'resource' | 'volume' | 'features'> &
    Partial<LoopEvaluation> & { threshold: number; minutes: number },
): LoopEvaluation {
  const { threshold, minutes, ...overrides } = part
  return {
    resourceIds: [part.resource.id],
    edges: [],
    gate: part.volume >= threshold,
    isQuiet: part.volume < threshold / 2,
    shape: part.features.every(({ is_met: isMet }) => isMet),
    partial: part.features.some(({ is_met: isMet }) => isMet),
    excludedBy: null,
    metrics: {
      iterations: Math.round(part.volume),
      perMinute: part.volume / minutes,
      avgMs: null,
      memoryMb: null,
      cpuPercent: null,
    },
    cycle: [],
    gain: null,
    gainLow: null,
    entryEdge: null,
    fixEdge: null,
    systems: [part.resource.name],
    uses: [],
    traces: [],
    ...overrides,
  }
}
