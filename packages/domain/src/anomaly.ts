/** A cost anomaly, as one incident at the scope where it happened. */
import * as z from 'zod'
import { currencySchema, decimalSchema } from './money.ts'

export const anomalySeverities = ['low', 'medium', 'high', 'critical'] as const
export const anomalySeveritySchema = z.enum(anomalySeverities)
export type AnomalySeverity = (typeof anomalySeverities)[number]

/** One step down the tree of scopes; the organization itself is no step. */
const scopePartSchema = z.object({ dimension: z.string(), value: z.string(), name: z.string() })
export type ScopePart = z.infer<typeof scopePartSchema>

const anomalyDaySchema = z.object({
  date: z.iso.date(),
  actual: decimalSchema,
  /** Null on days before the scope was known well enough. */
  expected: decimalSchema.nullable(),
  lower: decimalSchema.nullable(),
  upper: decimalSchema.nullable(),
  /** Part of the incident, not only of the days around it. */
  is_anomalous: z.boolean(),
})
export type AnomalyDay = z.infer<typeof anomalyDaySchema>

const anomalyDriverSchema = z.object({
  dimension: z.string(),
  value: z.string(),
  name: z.string(),
  /** Against the four weeks before. */
  contribution: decimalSchema,
  /** Null where quantities cannot be compared. */
  price: decimalSchema.nullable(),
  volume: decimalSchema.nullable(),
})
export type AnomalyDriver = z.infer<typeof anomalyDriverSchema>

/** An hour of the days an incident began in, where the bill says hours. */
const anomalyHourSchema = z.object({
  at: z.iso.datetime(),
  actual: decimalSchema,
  expected: decimalSchema.nullable(),
  is_anomalous: z.boolean(),
})
export type AnomalyHour = z.infer<typeof anomalyHourSchema>

/** What an incident belongs to, when that is known: found on the same resource, or done to it just before. */
const anomalyLinkSchema = z.object({
  kind: z.enum(['recommendation', 'loop', 'deployment']),
  id: z.string(),
  title: z.string(),
  at: z.iso.datetime().nullable(),
  /** Where it is shown; null for what has no page of its own. */
  href: z.string().nullable(),
})
export type AnomalyLink = z.infer<typeof anomalyLinkSchema>

export const anomalyFeedbackSchema = z.enum(['expected', 'not_useful', 'fixed'])

export const anomalySchema = z.object({
  id: z.uuid(),
  /** Empty for the whole organization. */
  scope: z.array(scopePartSchema),
  currency: currencySchema,
  direction: z.enum(['above', 'below']),
  /** `withdrawn`: a corrected bill no longer shows it. */
  status: z.enum(['open', 'over', 'withdrawn']),
  severity: anomalySeveritySchema,
  first_day: z.iso.date(),
  last_day: z.iso.date(),
  expected: decimalSchema,
  actual: decimalSchema,
  excess: decimalSchema,
  /** By the end of the month, if it goes on; the excess so far once it is over. */
  projected_excess: decimalSchema,
  days: z.array(anomalyDaySchema),
  /** When it began to the hour, and the hours around it; null and empty where the bill says days only. */
  started_at: z.iso.datetime().nullable(),
  hours: z.array(anomalyHourSchema),
  drivers: z.array(anomalyDriverSchema),
  /** The dimension that says most about it. */
  explaining_dimension: z.string().nullable(),
  links: z.array(anomalyLinkSchema),
  feedback: anomalyFeedbackSchema.nullable(),
  feedback_by: z.string(),
  feedback_note: z.string(),
  detected_at: z.iso.datetime(),
})
export type Anomaly = z.infer<typeof anomalySchema>

/** How scopes are named among themselves: the same text for the same place. */
export function scopeKey(currency: string, scope: readonly Pick<ScopePart, 'dimension' | 'value'>[]): string {
  return JSON.stringify([currency, ...scope.map(({ dimension, value }) => [dimension, value])])
}

/** A metric anomaly: figures are measurements, not money. */
export const metricAnomalySchema = z.object({
  id: z.uuid(),
  resource_id: z.string(),
  resource_name: z.string(),
  metric: z.string(),
  unit: z.string(),
  direction: z.enum(['above', 'below']),
  status: z.enum(['open', 'over']),
  severity: anomalySeveritySchema,
  started_at: z.iso.datetime(),
  last_at: z.iso.datetime(),
  /** At its furthest point. */
  expected: z.number(),
  actual: z.number(),
  points: z.array(
    z.object({ at: z.iso.datetime(), value: z.number(), expected: z.number().nullable(), is_anomalous: z.boolean() }),
  ),
  feedback: anomalyFeedbackSchema.nullable(),
  feedback_by: z.string(),
  detected_at: z.iso.datetime(),
})
export type MetricAnomaly = z.infer<typeof metricAnomalySchema>

/** The place of a metric among scopes, for what is remembered of it. */
export const metricKey = (resourceId: string, metric: string) => JSON.stringify(['metric', resourceId, metric])
