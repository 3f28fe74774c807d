/** A loop and its healthy twin: the same system with the same telemetry, which differ in what makes one a loop. */

import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { Half, LoopClassTruth, ToolDefaultsClass } from '../tool-defaults/world-class.ts'

interface LoopSide extends Pick<ToolDefaultsClass, 'name' | 'isUndecidable' | 'expression' | 'losses'> {
  type: LoopClassTruth['type']
  /** The services or resources that the loop goes through. */
  own: string[]
  /** What repeats without progress, and what it costs. */
  why: string
  /** Returns iterations a minute; null where they are not what costs. */
  play: (writer: TelemetryWriter) => number | null
}

interface HealthySide extends Pick<ToolDefaultsClass, 'name' | 'expression' | 'losses'> {
  /** What ends it, moves it on, or makes it follow what is asked for. */
  why: string
  play: (writer: TelemetryWriter) => void
}

export interface Twins {
  loop: ToolDefaultsClass
  healthy: ToolDefaultsClass
}

/** Half of the pairs are held: measured, and never looked at while detectors are changed. */
export function twins(half: Half, loop: LoopSide, healthy: HealthySide): Twins {
  const { type, own, play, ...others } = loop
  return {
    loop: { ...others, half, play: (writer) => ({ perMinute: play(writer), type, own }) },
    healthy: {
      ...healthy,
      half,
      play(writer) {
        healthy.play(writer)
        return undefined
      },
    },
  }
}
