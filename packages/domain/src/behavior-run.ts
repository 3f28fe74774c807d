/** A run of the analysis of developer behavior, what is set for it, and what it keeps for each window of days. */
import * as z from 'zod'
import { behaviorRecommendationSchema, insightSchema } from './behavior.ts'
import { heatMapSchema } from './environment.ts'
import { decimalSchema } from './money.ts'
import { retentionDays } from './retention-days.ts'
import { teamAnalysisSchema, teamSettingsSchema } from './team.ts'

const runStatusSchema = z.enum(['queued', 'running', 'done', 'failed'])
export type RunStatus = z.infer<typeof runStatusSchema>

export const behaviorRunSchema = z.object({
  id: z.uuid(),
  team: z.string(),
  start_date: z.iso.date().nullable(),
  end_date: z.iso.date().nullable(),
  status: runStatusSchema,
  /** What it is doing, in words. */
  stage: z.string(),
  /** 0 to 1. */
  progress: z.number(),
  /** Why it failed, in one sentence. */
  error: z.string(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
})
export type BehaviorRun = z.infer<typeof behaviorRunSchema>

/** Windows that every run looks at, by their days up to the end of the bill. */
export const defaultWindows = [7, 30, 90] as const
export const windowKeySchema = z.enum(['7d', '30d', '90d'])

/** A team of the window, and of as many days before it where they are known. */
export const comparedTeamSchema = teamAnalysisSchema.extend({
  previous: z
    .object({
      monthly_waste: teamAnalysisSchema.shape.monthly_waste,
      efficiency_score: z.number().nullable(),
      zombie_environments: z.int(),
      potential_monthly_savings: decimalSchema,
    })
    .nullable(),
  heat_map: heatMapSchema,
})
export type ComparedTeam = z.infer<typeof comparedTeamSchema>

/** What stands in a result beside its environments. */
const behaviorSummarySchema = z.object({
  teams: z.array(comparedTeamSchema),
  recommendations: z.array(behaviorRecommendationSchema.extend({ team: z.string() })),
  insights: z.array(insightSchema.extend({ team: z.string() })),
  /** What the run could not determine, so that nothing is silently missing. */
  notes: z.array(z.string()),
})
export type BehaviorSummary = z.infer<typeof behaviorSummarySchema>

export const behaviorSettingsSchema = z.object({
  /** Events older than this are deleted. */
  retention_days: z.int().min(retentionDays.min).max(retentionDays.max).default(400),
  teams: z.array(teamSettingsSchema).max(500).default([]),
  /** "acme/api" or "acme/api/staging" to the environment it runs in. */
  targets: z.record(z.string().max(500), z.string().min(1).max(500)).default({}),
})
export type BehaviorSettings = z.infer<typeof behaviorSettingsSchema>
