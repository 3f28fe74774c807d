/** Incidents of a detector in the form they are stored: priced, and only changed ones. */
import type { LoopDetection } from '@kept/domain/loop.ts'
import { circumstancesOf, type Surroundings } from '@kept/engine/loops/circumstances.ts'
import type { Pricing } from '@kept/engine/loops/cost/priced-loops.ts'
import type { Incident } from '@kept/engine/loops/incidents.ts'
import { instantOf, recordOf } from '@kept/engine/loops/record.ts'
import { type Decimal, multiply, toPlaces } from '@kept/foundation/decimal.ts'
import type { SeenLoop } from '@kept/store/loops/save.ts'
import type { PricingOf } from './pricing.ts'

/** The visible properties of an incident; unchanged ones are not written again. */
export function stateOf({ state, lastSeenMinute, resolvedMinute, confirmedMinute, iterations }: Incident): string {
  return [state, lastSeenMinute, resolvedMinute, confirmedMinute, Math.round(iterations)].join('|')
}

/** All incidents of telemetry that is complete: of a file, or late telemetry. */
export async function allSeen(
  incidents: readonly Incident[],
  surroundings: Surroundings,
  pricingOf: PricingOf,
): Promise<SeenLoop[]> {
  if (incidents.length === 0) return []
  const pricing = await pricingOf(incidents)
  return incidents.map((incident) => seenLoop(incident, surroundings, pricing(incident)))
}

export function seenLoop(incident: Incident, surroundings: Surroundings, pricing: Pricing): SeenLoop {
  const { detection, evidence } = recordOf(incident, circumstancesOf(incident, surroundings), pricing)
  return {
    detection: withEnd(detection, incident),
    evidence,
    rule_id: incident.rule.id,
    confirmed: incident.confirmedMinute !== undefined,
    onset_at: instantOf(incident.onsetMinute),
    last_seen_at: instantOf(incident.lastSeenMinute),
    rates: incident.rates.map((rate) => Number(rate.toFixed(3))),
    critical: incident.worst.resource.critical,
    target_id: incident.worst.resource.workload ?? '',
  }
}

const quietMinutes = 10

/** After a long gap in telemetry, a loop ended after ten minutes, and cost nothing after it was last detected. */
function withEnd(detection: LoopDetection, { onsetMinute, lastSeenMinute, resolvedMinute }: Incident): LoopDetection {
  if (resolvedMinute === undefined) return detection
  const { estimated_hourly_cost: hourly, currency } = detection.cost_impact
  const endMinute = Math.min(resolvedMinute, lastSeenMinute + quietMinutes)
  return {
    ...detection,
    resolved_at: instantOf(endMinute),
    duration_seconds: (endMinute - onsetMinute) * 60,
    cost_impact: {
      estimated_hourly_cost: hourly,
      estimated_total_cost: hourly === null ? null : costOfMinutes(hourly, lastSeenMinute - onsetMinute),
      currency,
    },
  }
}

function costOfMinutes(hourly: Decimal, minutes: number): Decimal {
  return toPlaces(multiply(hourly, (minutes / 60).toFixed(6)), 6)
}
