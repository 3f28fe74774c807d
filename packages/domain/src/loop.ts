/** Runaway loops, field by field as people and programs see them. */
import * as z from 'zod'
import { priceSources } from './loop-price.ts'
import { loopTypes } from './loop-types.ts'
import { currencySchema, decimalSchema } from './money.ts'

export const loopTypeSchema = z.enum(loopTypes)

const loopStatuses = ['active', 'investigating', 'acknowledged', 'resolved'] as const
export const loopStatusSchema = z.enum(loopStatuses)
export type LoopStatus = z.infer<typeof loopStatusSchema>

const loopSeveritySchema = z.enum(['low', 'medium', 'high', 'critical'])
export type LoopSeverity = z.infer<typeof loopSeveritySchema>
/** Sort weights: the worst first. */
export const loopSeverityWeight: Record<LoopSeverity, number> = { critical: 4, high: 3, medium: 2, low: 1 }

export const loopCriteriaSchema = z.object({
  threshold_type: z.string().min(1),
  threshold_value: z.number().nonnegative(),
  measurement_window_minutes: z.number().int().positive().max(2880),
})
export type LoopCriteria = z.infer<typeof loopCriteriaSchema>

const instant = z.iso.datetime()

export const loopDetectionSchema = z.object({
  id: z.string().min(1),
  resource_id: z.string(),
  resource_name: z.string(),
  resource_type: z.enum(['serverless', 'compute', 'container']),
  /** Null when the telemetry does not say whose cloud it is. */
  provider: z.enum(['aws', 'gcp', 'azure']).nullable(),
  region: z.string(),
  loop_type: loopTypeSchema,
  severity: loopSeveritySchema,
  status: loopStatusSchema,
  detected_at: instant,
  resolved_at: instant.nullable(),
  duration_seconds: z.number().nonnegative(),
  /** Null while no unit price is known: a gap, never a zero. */
  cost_impact: z.object({
    estimated_hourly_cost: decimalSchema.nullable(),
    estimated_total_cost: decimalSchema.nullable(),
    currency: currencySchema,
  }),
  loop_metrics: z.object({
    iteration_count: z.number().nonnegative(),
    /** Iterations per minute. */
    resource_consumption_rate: z.number().nonnegative(),
    avg_execution_time_ms: z.number().nonnegative().nullable(),
    memory_usage_mb: z.number().nonnegative().nullable(),
    cpu_utilization_percent: z.number().nonnegative().nullable(),
  }),
  detection_criteria: loopCriteriaSchema,
  root_cause_analysis: z.object({
    probable_cause: z.string(),
    confidence: z.number().min(0).max(1),
    technical_details: z.string(),
    suggested_fixes: z.array(z.string()),
  }),
  affected_systems: z.array(z.string()),
  auto_remediation: z.object({
    enabled: z.boolean(),
    action_taken: z.string().nullable(),
    success: z.boolean().nullable(),
    timestamp: instant.nullable(),
  }),
})
export type LoopDetection = z.infer<typeof loopDetectionSchema>

/** How the cost was reckoned, line by line: what is used above the usual, times what a unit costs. */
const loopCostSchema = z.object({
  hourly: decimalSchema,
  hourly_low: decimalSchema,
  hourly_high: decimalSchema,
  daily: decimalSchema,
  currency: currencySchema,
  /** Calls an hour at the same hour of the week, of up to four weeks before; null where nothing is known of them. */
  baseline_per_hour: z.number().nullable(),
  baseline_weeks: z.int().nonnegative(),
  /** Share of what the loop does that is above the usual. */
  above_baseline: z.number().min(0).max(1),
  lines: z.array(
    z.object({
      resource_id: z.string(),
      sku_price_id: z.string(),
      unit: z.string(),
      units_per_hour: decimalSchema,
      unit_price: decimalSchema,
      hourly: decimalSchema,
      source: z.enum(priceSources),
    }),
  ),
})
export type LoopCost = z.infer<typeof loopCostSchema>

/** A span as evidence: what was called by what, for how long, with the few attributes a loop is known by. */
export const evidenceSpanSchema = z.object({
  trace_id: z.string(),
  span_id: z.string(),
  parent_span_id: z.string(),
  name: z.string(),
  service: z.string(),
  kind: z.string(),
  status: z.enum(['unset', 'ok', 'error']),
  started_at: instant,
  duration_ms: z.number().nonnegative(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})
export type EvidenceSpan = z.infer<typeof evidenceSpanSchema>

/** What lies behind a detection, to be checked by a person: the cycle with its counts, the evidence, the likely causes. */
export const loopEvidenceSchema = z.object({
  fingerprint: z.string(),
  /** Probability that this is a runaway loop, calibrated. */
  probability: z.number().min(0).max(1),
  cycle: z.array(z.object({ from: z.string(), to: z.string(), count: z.number() })),
  /** Children caused by one visit; 1 and above feeds itself. */
  gain: z.number().nullable(),
  gain_low: z.number().nullable(),
  entry_edge: z.string().nullable(),
  /** Cutting this edge ends the loop. */
  fix_edge: z.string().nullable(),
  features: z.array(z.object({ name: z.string(), value: z.number(), is_met: z.boolean(), description: z.string() })),
  causes: z.array(z.object({ cause: z.string(), probability: z.number() })),
  trace_ids: z.array(z.string()),
  excluded_by: z.string().nullable(),
  /** Null where no price is known; left out by records of before. */
  cost: loopCostSchema.nullable().default(null),
})
export type LoopEvidence = z.infer<typeof loopEvidenceSchema>

const providerSchema = loopDetectionSchema.shape.provider
const dayText = z.iso.date()

export const loopStatisticsSchema = z.object({
  summary: z.object({
    total_detections: z.number().int(),
    active_loops: z.number().int(),
    resolved_loops: z.number().int(),
    total_cost_impact: decimalSchema,
    avg_resolution_time_minutes: z.number().nullable(),
    most_common_loop_type: loopTypeSchema.nullable(),
  }),
  trends: z.array(
    z.object({ date: dayText, detections: z.number().int(), cost_impact: decimalSchema, resolution_rate: z.number() }),
  ),
  breakdown_by_type: z.array(
    z.object({
      loop_type: loopTypeSchema,
      count: z.number().int(),
      avg_cost_impact: decimalSchema,
      avg_duration_minutes: z.number(),
    }),
  ),
  breakdown_by_provider: z.array(
    z.object({
      provider: providerSchema,
      count: z.number().int(),
      cost_impact: decimalSchema,
      resolution_rate: z.number(),
    }),
  ),
  top_affected_resources: z.array(
    z.object({
      resource_id: z.string(),
      resource_name: z.string(),
      resource_type: loopDetectionSchema.shape.resource_type,
      loop_count: z.number().int(),
      total_cost_impact: decimalSchema,
    }),
  ),
  prevention_recommendations: z.array(
    z.object({
      type: z.string(),
      title: z.string(),
      description: z.string(),
      potential_savings: decimalSchema,
      implementation_effort: z.enum(['low', 'medium', 'high']),
    }),
  ),
})
export type LoopStatistics = z.infer<typeof loopStatisticsSchema>
