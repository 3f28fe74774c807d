/** A team and its environments: what is set for it, and what the analysis says. People stay pseudonyms here. */

import * as z from 'zod'
import { hourRangeSchema, wasteSchema } from './environment.ts'
import { decimalSchema } from './money.ts'
import { lineSchema } from './name.ts'
import { workCalendarSchema } from './work-calendar.ts'

export const teamSettingsSchema = z.object({
  team_name: lineSchema(500),
  calendar: workCalendarSchema,
  /** Members named by a directory; null: those seen at work are counted. */
  member_count: z.int().min(0).nullable().default(null),
})
export type TeamSettings = z.infer<typeof teamSettingsSchema>

export const teamAnalysisSchema = z.object({
  team_name: z.string(),
  member_count: z.int(),
  environments: z.int(),
  total_cost: decimalSchema,
  /** Null when no activity of it is known: silence is no waste. */
  wasted_cost: decimalSchema.nullable(),
  /** The waste of thirty days at the rate of the window, each environment from when it first ran; null as above. */
  monthly_waste: decimalSchema.nullable(),
  currency: z.string(),
  /** 0 to 100; null when its environments ran for less than eight hours. */
  efficiency_score: z.number().nullable(),
  /** Hours an environment was used on a working day, on average. */
  avg_usage_hours: z.number(),
  peak_hours: z.array(hourRangeSchema),
  time_zone: z.string(),
  /** Five parts that add up to `wasted_cost`: all waste of zombies is in `zombie_waste`, none of it in the others. */
  waste_opportunities: z.object({
    zombie_environments: z.int(),
    zombie_waste: decimalSchema,
    after_hours_waste: decimalSchema,
    weekend_waste: decimalSchema,
    holiday_waste: decimalSchema,
    working_hours_waste: decimalSchema,
  }),
  total_runtime_hours: z.number(),
  actual_usage_hours: z.number(),
  waste: wasteSchema,
  /** One score for each local week that the window touches; `days` below 7 is a week of which only these are in it. */
  weekly_efficiency: z.array(
    z.object({ week: z.iso.date(), days: z.number(), efficiency_score: z.number().nullable() }),
  ),
  skip_reasons: z.array(z.string()),
})
export type TeamAnalysis = z.infer<typeof teamAnalysisSchema>
