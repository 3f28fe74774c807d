/** A class of worlds: what it is, to which half it belongs, and how one is made from a seed. */
import type { LoopType } from '@kept/domain/loop-types.ts'
import { type TelemetryFile, TelemetryWriter } from './telemetry-writer.ts'

interface LoopClassTruth {
  type: LoopType
  /** Names of the resources of the loop. */
  own: string[]
  /** Iterations a minute; null where they are not what costs. */
  perMinute: number | null
}

export interface ToolDefaultsWorld {
  name: string
  half: 'tuning' | 'held' | 'unseen'
  files: TelemetryFile[]
  /** Null where there is no loop. */
  truth: LoopClassTruth | null
  /** What telemetry cannot decide is rightly only suspected. */
  isUndecidable: boolean
}

export interface ToolDefaultsClass {
  name: string
  /** Looked at while thresholds were chosen, only measured, or made last and looked at once, when the work was done. */
  half: 'tuning' | 'held' | 'unseen'
  isUndecidable?: boolean
  losses?: ConstructorParameters<typeof TelemetryWriter>[1]
  play(writer: TelemetryWriter): LoopClassTruth | undefined
}

export function worldOf(
  { name, half, play, losses, isUndecidable = false }: ToolDefaultsClass,
  seed: number,
): ToolDefaultsWorld {
  const writer = new TelemetryWriter(`${name}/${seed}`, losses)
  const truth = play(writer) ?? null
  return { name, half, files: writer.files(), truth, isUndecidable }
}
