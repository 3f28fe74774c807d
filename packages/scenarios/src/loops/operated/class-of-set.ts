/** Classes of one set, each with the reason why it is a loop or is none. */
import type { TelemetryWriter } from '../tool-defaults/telemetry-writer.ts'
import type { Half, LoopClassTruth, ToolDefaultsClass } from '../tool-defaults/world-class.ts'

interface LoopDraft extends Pick<ToolDefaultsClass, 'name' | 'isUndecidable' | 'expression' | 'losses'> {
  type: LoopClassTruth['type']
  /** The service or resource, or those, that the loop goes through. */
  own: string | string[]
  /** What repeats without progress, and what it costs. */
  why: string
  /** Returns iterations a minute; null where they are not what costs. */
  play: (writer: TelemetryWriter) => number | null
}

interface AlikeDraft extends Pick<ToolDefaultsClass, 'name' | 'expression' | 'losses'> {
  /** What ends it, moves it on, or makes it cheap and wanted. */
  why: string
  play: (writer: TelemetryWriter) => void
}

export function loopOf(half: Half, { type, own, play, ...others }: LoopDraft): ToolDefaultsClass {
  return {
    ...others,
    half,
    play: (writer) => ({ perMinute: play(writer), type, own: typeof own === 'string' ? [own] : own }),
  }
}

export function alikeOf(half: Half, { play, ...others }: AlikeDraft): ToolDefaultsClass {
  return {
    ...others,
    half,
    play(writer) {
      play(writer)
      return undefined
    },
  }
}
