/** "Would have fired N times last week": the stored telemetry of the last days, evaluated with one rule. */
import { KeptError } from '@kept/domain/errors.ts'
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { circumstancesOf } from '@kept/engine/loops/circumstances.ts'
import { LoopDetector } from '@kept/engine/loops/loop-detector.ts'
import { recordOf } from '@kept/engine/loops/record.ts'
import { replayTelemetry } from '@kept/store/telemetry/items.ts'
import type { Services } from '../platform/context.ts'
import { liveLimits } from './organization-loop-detector.ts'

const days = 7
const maxItems = 60_000
const maxExamples = 5
let running = false

export async function previewRule({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope, rule: LoopRule) {
  // It runs in this process: one at a time, so that the server stays responsive.
  if (running) throw new KeptError('busy', 'Another preview is running. Try again in a moment.')
  running = true
  try {
    const detector = new LoopDetector({
      rules: [{ ...rule, enabled: true }],
      limits: { ...liveLimits, pendingMinutes: 20_000 },
    })
    const startTime = new Date(now().getTime() - days * 24 * 3_600_000)
    const { spans, points, from, to, cut } = await replayTelemetry(state.warehouse, scope, detector, {
      after: startTime,
      maxItems: maxItems,
      onPiece: async (atMs) => {
        detector.advance(Math.floor(atMs / 60_000) - 15)
        await new Promise<void>((resolve) => setImmediate(resolve))
      },
    })
    detector.finish()
    const fired = detector.incidents.all.filter(({ confirmedMinute }) => confirmedMinute !== undefined)
    return {
      fired: fired.length,
      suspected: detector.incidents.all.length - fired.length,
      start_time: from,
      end_time: to,
      spans,
      points,
      cut,
      examples: fired.slice(0, maxExamples).map((incident) => {
        const { detection } = recordOf(incident, circumstancesOf(incident, detector.surroundings))
        return {
          resource_name: detection.resource_name,
          detected_at: detection.detected_at,
          description: detection.root_cause_analysis.technical_details,
        }
      }),
    }
  } finally {
    running = false
  }
}
