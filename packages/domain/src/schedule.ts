/** When an environment should run, in local time: found from what people did, and what it would have cost them. */
import * as z from 'zod'
import { currencySchema, decimalSchema } from './money.ts'
import { clockSchema, weekdaySchema, zoneSchema } from './work-calendar.ts'

/** The specification's short form: from the first start of a day to its last end, and the days it holds on. */
export const recommendedScheduleSchema = z.object({
  start_time: clockSchema,
  end_time: clockSchema,
  days: z.array(weekdaySchema),
  time_zone: zoneSchema,
})
export type RecommendedSchedule = z.infer<typeof recommendedScheduleSchema>

/**
 * A weekday's hours of expected work, without lead and tail. At most two windows a day; a day without one stays off
 * and is started on demand. An end that is not after the start is one of the next day: a shift over midnight.
 */
const dayWindowSchema = z.object({ day: weekdaySchema, start_time: clockSchema, end_time: clockSchema })
export type DayWindow = z.infer<typeof dayWindowSchema>

export const weekScheduleSchema = z.object({
  time_zone: zoneSchema,
  windows: z.array(dayWindowSchema).max(14),
  /** It starts so much before each window, and stays so much after it. */
  lead_minutes: z.int().min(0).max(180),
  tail_minutes: z.int().min(0).max(180),
  /** Anyone can start it on demand outside its hours: always offered. */
  start_on_demand: z.literal(true),
})
export type WeekSchedule = z.infer<typeof weekScheduleSchema>

/** A temporary exception to the schedule. Instants in UTC; `to` is exclusive. */
export const scheduleExceptionSchema = z.object({
  kind: z.enum(['snooze', 'keep_on', 'keep_off']),
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  reason: z.string().max(500).default(''),
})
export type ScheduleException = z.infer<typeof scheduleExceptionSchema>

/** Work that would have met a stopped environment: one manual start. */
const interruptionSchema = z.object({
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  /** Pseudonyms; the environment's owner may be shown who they are. */
  users: z.array(z.string()),
})
export type Interruption = z.infer<typeof interruptionSchema>

/** What a schedule would have done in a stretch of the past. */
const backtestSchema = z.object({
  start_time: z.iso.datetime(),
  end_time: z.iso.datetime(),
  currency: currencySchema,
  /** Cost of the hours it ran outside the schedule, less those that manual starts would have brought back. */
  saved_cost: decimalSchema,
  monthly_savings: decimalSchema,
  saved_hours: z.number(),
  interruption_count: z.int(),
  interruptions_per_week: z.number(),
  /** The latest, at most fifty. */
  interruptions: z.array(interruptionSchema),
})
export type Backtest = z.infer<typeof backtestSchema>

/** A choice between saving more and interrupting less; none of the list is worse than another in both. */
export const scheduleChoiceSchema = z.object({
  weekly_hours: z.int(),
  coverage: z.number(),
  windows: z.array(dayWindowSchema),
  saved_cost: decimalSchema,
  monthly_savings: decimalSchema,
  interruption_count: z.int(),
  recommended: z.boolean(),
})
export type ScheduleChoice = z.infer<typeof scheduleChoiceSchema>

export const scheduleRecommendationSchema = z.object({
  environment_id: z.string(),
  schedule: weekScheduleSchema,
  weekly_hours: z.int(),
  /** Share of the expected work inside the windows, and the share that had to be reached. */
  coverage: z.number(),
  target_coverage: z.number(),
  /** On the last two weeks, with a schedule made without them; null when they hold no work. */
  held_out_coverage: z.number().nullable(),
  weeks: z.int(),
  /** Manual starts to expect: those of the backtest, or of the last weeks with a schedule made without them if more. */
  expected_interruptions_per_week: z.number(),
  backtest: backtestSchema,
  choices: z.array(scheduleChoiceSchema),
})
export type ScheduleRecommendation = z.infer<typeof scheduleRecommendationSchema>
