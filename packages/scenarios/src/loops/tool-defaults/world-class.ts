/** A class of worlds: what it is, to which half it belongs, and how one is made from a seed. */
import type { LoopType } from '@kept/domain/loop-types.ts'
import { type TelemetryFile, TelemetryWriter } from './telemetry-writer.ts'

export interface LoopClassTruth {
  type: LoopType
  /** Names of the resources of the loop. */
  own: string[]
  /** Iterations a minute; null where they are not what costs. */
  perMinute: number | null
}

/**
 * Looked at while thresholds were chosen; only measured; or committed before anything was measured on them and looked at
 * once: in turn "unseen", "blind" (what it shows is corrected afterwards), "last", "third", "fourth", "fifth",
 * "sixth" and "seventh", of which "fifth-held", "sixth-held" and "seventh-held" were measured and never looked at while
 * detectors were changed for their set.
 */
export const halves = [
  ...(['tuning', 'held', 'unseen', 'blind', 'last', 'third', 'fourth'] as const),
  ...(['fifth', 'fifth-held', 'sixth', 'sixth-held', 'seventh-held'] as const),
] as const
export type Half = (typeof halves)[number]

export interface ToolDefaultsWorld {
  name: string
  half: Half
  files: TelemetryFile[]
  /** Null where there is no loop. */
  truth: LoopClassTruth | null
  /** What telemetry cannot decide is rightly only suspected. */
  isUndecidable: boolean
  /** The expression that the customer wrote, where the class is about a rule of their own. */
  expression: string | null
}

export interface ToolDefaultsClass {
  name: string
  half: Half
  /** What makes it a loop, or keeps it from being one. */
  why?: string
  isUndecidable?: boolean
  expression?: string
  losses?: ConstructorParameters<typeof TelemetryWriter>[1]
  play(writer: TelemetryWriter): LoopClassTruth | undefined
}

export function worldOf(
  { name, half, play, losses, isUndecidable = false, expression }: ToolDefaultsClass,
  seed: number,
): ToolDefaultsWorld {
  const writer = new TelemetryWriter(`${name}/${seed}`, losses)
  const truth = play(writer) ?? null
  return { name, half, files: writer.files(), truth, isUndecidable, expression: expression ?? null }
}
