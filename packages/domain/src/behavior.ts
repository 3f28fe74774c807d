/** What the analysis of developer behavior recommends and remarks. */
import * as z from 'zod'
import { decimalSchema } from './money.ts'
import { evidenceSchema, levelSchema } from './recommendation.ts'

export const behaviorRecommendationSchema = z.object({
  /** Stable from run to run: a snooze hangs on it. */
  id: z.string(),
  type: z.enum(['auto_shutdown', 'delete_zombie', 'assign_owner', 'idle_timeout']),
  title: z.string(),
  description: z.string(),
  potential_monthly_savings: decimalSchema,
  currency: z.string(),
  affected_environments: z.array(z.string()),
  confidence: z.number().min(0).max(1),
  implementation_effort: levelSchema,
  risk_level: levelSchema,
  /** Kept may switch every resource of it; otherwise a person has to. */
  automated: z.boolean(),
  evidence: z.array(evidenceSchema),
  /** Reasons to think twice. */
  skip_reasons: z.array(z.string()),
})
export type BehaviorRecommendation = z.infer<typeof behaviorRecommendationSchema>

export const insightSchema = z.object({
  id: z.string(),
  type: z.enum(['pattern', 'anomaly', 'opportunity', 'warning']),
  title: z.string(),
  description: z.string(),
  impact: z.enum(['low', 'medium', 'high', 'critical']),
  data_points: z.int(),
  confidence: z.number().min(0).max(1),
  actionable: z.boolean(),
  /** What to do about it; null when there is nothing to do. */
  action: z.string().nullable(),
})
export type Insight = z.infer<typeof insightSchema>
