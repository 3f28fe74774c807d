/** A development environment: what is known of it, and what the analysis of its use says. */
import * as z from 'zod'
import { decimalSchema } from './money.ts'
import { recommendedScheduleSchema } from './schedule.ts'
import { clockSchema, weekdaySchema } from './work-calendar.ts'

/** What is known of an environment beside its events and its bill. */
export const environmentFactsSchema = z.object({
  environment_id: z.string().min(1).max(500),
  environment_name: z.string().max(500).default(''),
  /** "codespace", "instance", "workspace", "namespace": the term of its platform. */
  type: z.string().max(200).default(''),
  project: z.string().max(500).default(''),
  team: z.string().max(500).default(''),
  /** "" when it has no owner. */
  owner: z.string().max(500).default(''),
  /** True when the owner is known to have left; null when not checked. */
  owner_left: z.boolean().nullable().default(null),
  created_at: z.iso.datetime().nullable().default(null),
  auto_shutdown_enabled: z.boolean().nullable().default(null),
  /** A disk without a machine, an address without a use, and since when. */
  unattached: z
    .object({ kind: z.enum(['disk', 'ip']), since: z.iso.datetime() })
    .nullable()
    .default(null),
  /** Why it may run unused, as a sentence: a standby, or marked not to be deleted. "" when nothing says so. */
  exempt_reason: z.string().max(500).default(''),
})
export type EnvironmentFacts = z.infer<typeof environmentFactsSchema>

/** An hour (or less) in which an environment was billed as running. Times in UTC; `to` is exclusive. */
export interface RunningHour {
  environment_id: string
  /** Milliseconds since 1970. */
  start: number
  end: number
  /** Hours it ran in it; less than its length when it was started or stopped in between. */
  hours: number
  /** Exact decimal; null when the bill does not say. */
  cost: string | null
  currency: string
}

const wastePartSchema = z.object({ hours: z.number(), cost: decimalSchema })
/** Exclusive: an hour of waste is in the first of these that fits, and the four sum to the waste. */
export const wasteSchema = z.object({
  holiday: wastePartSchema,
  weekend: wastePartSchema,
  after_hours: wastePartSchema,
  in_hours_idle: wastePartSchema,
})
export type Waste = z.infer<typeof wasteSchema>

export const environmentStatusSchema = z.enum(['zombie', 'idle', 'orphan', 'active', 'stopped', 'unknown'])
export type EnvironmentStatus = z.infer<typeof environmentStatusSchema>

/** Local hours in which much of the work is done: "09:00" to "12:00", over midnight when the end is first. */
export const hourRangeSchema = z.object({ start: clockSchema, end: clockSchema })
export type HourRange = z.infer<typeof hourRangeSchema>

export const environmentAnalysisSchema = z.object({
  environment_id: z.string(),
  environment_name: z.string(),
  type: z.string(),
  project: z.string(),
  team: z.string(),
  owner: z.string(),
  total_runtime_hours: z.number(),
  actual_usage_hours: z.number(),
  /** Hours wasted of hours run, in percent; null when it did not run, or no activity of its team is known. */
  waste_percentage: z.number().nullable(),
  cost_per_hour: decimalSchema.nullable(),
  total_cost: decimalSchema,
  /** Null when no activity of its team is known: silence is no waste. */
  wasted_cost: decimalSchema.nullable(),
  currency: z.string(),
  last_activity: z.iso.datetime().nullable(),
  status: environmentStatusSchema,
  created_at: z.iso.datetime().nullable(),
  auto_shutdown_enabled: z.boolean().nullable(),
  recommended_schedule: recommendedScheduleSchema.nullable(),
  /** |used and running| / |running|, 0 when it did not run; null when no activity of its team is known. */
  utilization: z.number().nullable(),
  efficiency_score: z.number().nullable(),
  waste: wasteSchema,
  /** Running and 30 minutes or more without activity. */
  idle_hours: z.number(),
  peak_hours: z.array(hourRangeSchema),
  orphan_reasons: z.array(z.string()),
  confidence: z.number().min(0).max(1),
  /** What the bill and the events do not show, so that nothing is silently missing. */
  skip_reasons: z.array(z.string()),
  data_points: z.int(),
})
export type EnvironmentAnalysis = z.infer<typeof environmentAnalysisSchema>

/** Hour of the local week (Monday 00 is 0): for the heat map. */
export const heatMapSchema = z.object({
  days: z.array(weekdaySchema).length(7),
  /** Mean share of that hour run and used, 168 each; null where no such hour came by. */
  running: z.array(z.number().nullable()).length(168),
  active: z.array(z.number().nullable()).length(168),
})
export type HeatMap = z.infer<typeof heatMapSchema>
