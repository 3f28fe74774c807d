/** Lets go of what lies behind the longest window of the rules: there only events and flows are asked for. */
import type { LoopRule } from '@kept/domain/loop-rule.ts'
import type { MinuteFacts } from './minute-facts.ts'

export function thin(recent: readonly MinuteFacts[], rules: readonly LoopRule[], minute: number): void {
  const longest = Math.max(
    15,
    ...rules.map(({ detection_criteria: { measurement_window_minutes: minutes } }) => Math.min(60, minutes)),
  )
  for (const minuteFacts of recent) {
    if (minuteFacts.minute > minute - longest || minuteFacts.edges.size === 0) continue
    for (const map of [
      minuteFacts.nodes,
      minuteFacts.edges,
      minuteFacts.requestEdges,
      minuteFacts.cyclicEdges,
      minuteFacts.cyclicBridges,
      minuteFacts.cyclicVisits,
      minuteFacts.cyclicLost,
      minuteFacts.polls,
      minuteFacts.agents,
      minuteFacts.keys,
      minuteFacts.webhooks,
      minuteFacts.batches,
      minuteFacts.echoes,
    ])
      map.clear()
  }
}
