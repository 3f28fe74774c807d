/** What the routes of developer behavior answer. */
import { actionApprovalSchema } from '@kept/domain/action-approval.ts'
import { behaviorRecommendationSchema } from '@kept/domain/behavior.ts'
import { behaviorRunSchema } from '@kept/domain/behavior-run.ts'
import { environmentAnalysisSchema, heatMapSchema } from '@kept/domain/environment.ts'
import { managedScheduleSchema } from '@kept/domain/managed-schedule.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import { scheduleRecommendationSchema } from '@kept/domain/schedule.ts'
import * as z from 'zod'
import { plannedSwitchSchema, scheduleAccessSchema } from './behavior-schedules.ts'

export const usageEventResultSchema = z.object({
  accepted: z.int(),
  /** Events that were already stored. */
  repeated: z.int(),
  rejected: z.int(),
  /** The first 100. */
  rejected_rows: z.array(z.object({ location: z.string(), reason: z.string(), content: z.string() })),
  /** Records that are not usage events, by reason. */
  ignored: z.record(z.string(), z.int()),
  sources: z.array(z.string()),
})
export type UsageEventResult = z.infer<typeof usageEventResultSchema>

const analyzedSchema = z.object({
  key: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  calculated_at: z.iso.datetime(),
})

const changed = { change_percent: z.number().nullable() }

export const behaviorOverviewSchema = z.object({
  /** Null until an analysis covers these days. */
  analyzed: analyzedSchema.nullable(),
  last_run: behaviorRunSchema.nullable(),
  /** Whether the data that an analysis needs exists: a bill, and usage events. */
  available_data: z.object({ bill: z.boolean(), events: z.boolean() }),
  teams: z.array(z.string()),
  currency: z.string(),
  /** Not included in the figures: currencies are never added up. */
  other_currencies: z.array(z.string()),
  /** Figures are null for days that were not analyzed, and where no activity is known. */
  cards: z.object({
    monthly_waste: z.object({ amount: decimalSchema.nullable(), ...changed }),
    potential_savings: z.object({ amount: decimalSchema.nullable(), ...changed }),
    /** Mean over the teams in percent; null when no team has a score. */
    efficiency_score: z.object({ percent: z.number().nullable(), change_points: z.number().nullable() }),
    zombie_environments: z.object({ count: z.int().nullable(), change: z.int().nullable() }),
  }),
  efficiency_trend: z.array(
    z.object({
      week: z.iso.date(),
      /** Days of this week inside the window. */
      days: z.number(),
      scores: z.array(z.object({ team: z.string(), score: z.number().nullable() })),
    }),
  ),
  /** Parts add up to the waste of the window; null where that is unknown. */
  waste_breakdown: z
    .object({
      after_hours: decimalSchema,
      weekends: decimalSchema,
      holidays: decimalSchema,
      working_hours: decimalSchema,
      zombie_environments: decimalSchema,
    })
    .nullable(),
  opportunities: z.array(behaviorRecommendationSchema.extend({ team: z.string() })),
  heat_maps: z.array(
    z.object({
      team: z.string(),
      time_zone: z.string(),
      heat_map: heatMapSchema,
      /** False without usage events: an empty hour then does not mean that no one worked. */
      is_observed: z.boolean(),
    }),
  ),
  notes: z.array(z.string()),
})
export type BehaviorOverview = z.infer<typeof behaviorOverviewSchema>

export const optimizedSchema = z.object({
  environment: environmentAnalysisSchema,
  /** Null when there is none; `skip_reasons` has the reason. */
  recommendation: scheduleRecommendationSchema.nullable(),
  skip_reasons: z.string(),
  heat_map: heatMapSchema,
  /** The chosen schedule as snippets for other tools. */
  snippets: z.array(z.object({ id: z.string(), title: z.string(), description: z.string(), text: z.string() })),
  /** The active schedule; null without one. */
  managed: managedScheduleSchema.nullable(),
  /** A schedule or exception that waits for a second person. */
  approval: actionApprovalSchema.nullable(),
  /** Why a second person has to approve the chosen schedule; empty where no one has to. */
  approval_reason: z.string(),
  access: scheduleAccessSchema,
  /** The desired state under the chosen schedule, and its next change. */
  if_applied: managedScheduleSchema.pick({ desired_state: true, next_change: true }).nullable(),
  /** The requested dry run. */
  plan: z.array(plannedSwitchSchema),
})
export type Optimized = z.infer<typeof optimizedSchema>
