/** An incident as people and programs see it. */
import type { LoopCost, LoopDetection, LoopEvidence } from '@kept/domain/loop.ts'
import { type Decimal, multiply, toPlaces } from '@kept/foundation/decimal.ts'
import { type Circumstances, recentMinutes } from './cause/causes.ts'
import { incidentProbability, rankCauses } from './cause/confidence.ts'
import { noPricing, type PricedLoop, type Pricing, pricedIncident } from './cost/priced-loops.ts'
import type { Incident } from './incidents.ts'
import { severityOf } from './severity.ts'

export interface Recorded {
  detection: LoopDetection
  evidence: LoopEvidence
}

export function recordOf(incident: Incident, circumstances: Circumstances, pricing: Pricing = noPricing): Recorded {
  const { worst: evaluation, rule, fingerprint } = incident
  const impact = pricedIncident(incident, pricing)
  const detectedMinute = incident.confirmedMinute ?? incident.onsetMinute
  const endMinute = incident.resolvedMinute ?? Math.max(incident.lastSeenMinute, detectedMinute)
  const seconds = Math.max(0, (endMinute - incident.onsetMinute) * 60)
  const probability = incidentProbability(incident)
  const ranked = rankCauses(evaluation, circumstances)
  const [likeliest] = ranked
  const { resource, metrics } = evaluation
  const detection: LoopDetection = {
    id: incident.id,
    resource_id: resource.id,
    resource_name: resource.name,
    resource_type: resource.kind,
    provider: resource.provider,
    region: resource.region,
    loop_type: evaluation.type,
    severity: severityOf(evaluation, rule.detection_criteria.threshold_value, impact?.hourly ?? null),
    status: incident.state === 'resolved' ? 'resolved' : 'active',
    detected_at: instantOf(detectedMinute),
    resolved_at: incident.resolvedMinute === undefined ? null : instantOf(incident.resolvedMinute),
    duration_seconds: seconds,
    cost_impact: {
      estimated_hourly_cost: impact && toPlaces(impact.hourly, 6),
      estimated_total_cost: impact && totalOf(impact.hourly, seconds),
      currency: impact?.currency ?? 'USD',
    },
    loop_metrics: {
      iteration_count: Math.max(metrics.iterations, Math.round(incident.iterations)),
      resource_consumption_rate: Math.max(0, Number(metrics.perMinute.toFixed(3))),
      avg_execution_time_ms: metrics.avgMs === null ? null : Number(metrics.avgMs.toFixed(3)),
      memory_usage_mb: metrics.memoryMb === null ? null : Number(metrics.memoryMb.toFixed(1)),
      cpu_utilization_percent: metrics.cpuPercent,
    },
    detection_criteria: rule.detection_criteria,
    root_cause_analysis: {
      probable_cause: likeliest?.description ?? 'Unknown',
      confidence: Number((likeliest?.probability ?? 0).toFixed(3)),
      technical_details: detailsOf(incident, circumstances),
      suggested_fixes: likeliest?.fixes ?? [],
    },
    affected_systems: evaluation.systems,
    auto_remediation: { enabled: rule.auto_remediation.enabled, action_taken: null, success: null, timestamp: null },
  }
  const evidence: LoopEvidence = {
    fingerprint,
    probability: Number(probability.toFixed(3)),
    cycle: evaluation.cycle,
    gain: evaluation.gain,
    gain_low: evaluation.gainLow,
    entry_edge: evaluation.entryEdge,
    fix_edge: evaluation.fixEdge,
    features: evaluation.features.map(({ isMeasured: _, ...feature }) => feature),
    causes: ranked.map(({ description, probability: share }) => ({
      cause: description,
      probability: Number(share.toFixed(3)),
    })),
    trace_ids: evaluation.traces,
    excluded_by: evaluation.excludedBy,
    cost: impact && costOf(impact),
  }
  return { detection, evidence }
}

/** Line by line, to be checked; to the last place that is kept. */
function costOf({ by_sku, hourly, hourly_low, hourly_high, daily, ...details }: PricedLoop): LoopCost {
  return {
    hourly: toPlaces(hourly, 6),
    hourly_low: toPlaces(hourly_low, 6),
    hourly_high: toPlaces(hourly_high, 6),
    daily: toPlaces(daily, 6),
    currency: details.currency,
    baseline_per_hour: details.baseline_per_hour,
    baseline_weeks: details.baseline_weeks,
    above_baseline: details.above_baseline,
    lines: by_sku.slice(0, maxLines).map((line) => ({
      ...line,
      units_per_hour: toPlaces(line.units_per_hour, 6),
      hourly: toPlaces(line.hourly, 6),
    })),
  }
}

const maxLines = 50

function detailsOf({ worst: { cycle, features, fixEdge } }: Incident, circumstances: Circumstances): string {
  const path = cycle.length > 0 ? [cycle[0]?.from, ...cycle.map(({ to }) => to)].join(' → ') : ''
  const evidence = features.map(({ description }) => description).join('; ')
  const fixStep = cycle.findIndex(({ from, to }) => `${from} → ${to}` === fixEdge) + 1
  const fix = fixStep > 0 ? `step ${fixStep} of the cycle` : fixEdge
  return [path, asSentence(evidence), fix ? `Removing ${fix} ends the loop` : '', changeBefore(circumstances)]
    .filter(Boolean)
    .join('. ')
    .concat('.')
}

/** What changed shortly before, by name, where something says so. */
function changeBefore({ changeName, sinceDeploy, sinceConfiguration }: Circumstances): string {
  const minutes = Math.min(sinceDeploy ?? Number.POSITIVE_INFINITY, sinceConfiguration ?? Number.POSITIVE_INFINITY)
  if (!changeName || minutes > recentMinutes) return ''
  return `${asSentence(changeName)}, ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} before`
}

function asSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Seconds make no exact hours; the cost of a second does, to the last place kept. */
function totalOf(hourly: Decimal, seconds: number): Decimal {
  return toPlaces(multiply(hourly, (seconds / 3600).toFixed(6)), 6)
}

export function instantOf(minute: number): string {
  return Temporal.Instant.fromEpochMilliseconds(minute * 60_000).toString()
}
