import {
  anomalyFeedbackSchema,
  anomalySchema,
  anomalySeveritySchema,
  metricAnomalySchema,
} from '@kept/domain/anomaly.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { anomalySettingsInput, knownEventInput } from '../inputs/costs.ts'
import { answer, requestedProvidersSchema, route } from '../route.ts'

const tag = 'Cost optimization'

const knownEventSchema = z.object({
  id: z.uuid(),
  ...knownEventInput.shape,
  created_by: z.string(),
  created_at: z.iso.datetime(),
})

const band = z.object({ lower: decimalSchema, upper: decimalSchema })
const bands = { point: decimalSchema, band50: band, band80: band, band95: band }

/** Accuracy of the last twelve forecasts of the same length, or of a shorter one. */
export const forecastRecord = {
  horizon: z.int(),
  count: z.int(),
  /** Days between their starts; below the horizon they overlap. */
  distance: z.int(),
  /** Mean shares; null without any forecast. */
  error: z.number().nullable(),
  total_error: z.number().nullable(),
  coverage80: z.number().nullable(),
  coverage95: z.number().nullable(),
}

/** Daily usage, monthly fees and taxes, and one-time charges, which are never forecast. */
const spendKindSchema = z.enum(['usage', 'fee', 'tax', 'one_time'])

const forecastSchema = z.object({
  currency: currencySchema,
  /** The method with the lowest backtest error on this series. */
  method: z.string(),
  last_day: z.iso.date(),
  /** Days without cost lines, filled from the previous week. */
  filled_days: z.int(),
  history: z.array(z.object({ date: z.iso.date(), actual: decimalSchema.nullable() })),
  days: z.array(z.object({ date: z.iso.date(), ...bands })),
  /** Sum of the days. Its interval comes from sampled paths, so it is narrower than the sum of the daily intervals. */
  total: z.object(bands),
  month_end: z.object({ month: z.string(), so_far: decimalSchema, ...bands }),
  /** By provider; they add up to the total to the cent. */
  parts: z.array(z.object({ provider: z.string(), point: decimalSchema })),
  /** By kind of charge; they add up to the total to the cent. Empty for bills without daily rows. */
  kinds: z.array(z.object({ kind: spendKindSchema, point: decimalSchema })),
  /** The last twelve forecasts of the same length, or of a shorter one where there are few days; each uses only the data of its own day. */
  backtest: z.object({
    ...forecastRecord,
    past: z.array(
      z.object({
        origin: z.iso.date(),
        error: z.number().nullable(),
        total_error: z.number().nullable(),
        coverage80: z.number(),
        coverage95: z.number(),
      }),
    ),
  }),
  events: z.array(knownEventSchema),
})
export type CostForecast = z.infer<typeof forecastSchema>

/** A past period, and the forecast that would have been made when it began. */
const pastForecastSchema = z.object({
  currency: currencySchema,
  start_date: z.iso.date(),
  /** Exclusive; for a current period, the day after the last complete one. */
  end_date: z.iso.date(),
  /** Effective cost of these days. */
  actual: decimalSchema,
  known_days: z.int(),
  /** Days of history that a forecast of this length needs. */
  needed_days: z.int(),
  /** Null with too little history, or for bills without daily rows. */
  forecast: z
    .object({
      method: z.string(),
      point: decimalSchema,
      band80: band,
      /** By kind of charge; empty for bills without daily rows. */
      kinds: z.array(z.object({ kind: spendKindSchema, point: decimalSchema, actual: decimalSchema })),
      days: z.array(
        z.object({ date: z.iso.date(), actual: decimalSchema.nullable(), point: decimalSchema, band80: band }),
      ),
    })
    .nullable(),
})
export type PastForecast = z.infer<typeof pastForecastSchema>

export const anomalies = {
  list: route({
    method: 'GET',
    path: '/v1/cost-optimization/anomalies',
    summary: 'List anomalies',
    description: 'Cost anomalies with their scope, amount and drivers, newest first.',
    tag,
    needs: 'costs:read',
    cache: { serverSeconds: 86_400, complete: true },
    input: z.object({
      organization_id: z.string().optional(),
      /** This severity and higher. */
      severity_threshold: anomalySeveritySchema.optional(),
      start_date: z.iso.date().optional(),
      /** Exclusive. */
      end_date: z.iso.date().optional(),
    }),
    output: z.object({
      data: z.array(anomalySchema),
      meta: z.object({ ...anomalySettingsInput.shape, evaluated_at: z.iso.datetime().nullable() }),
    }),
  }),
  feedback: route({
    method: 'POST',
    path: '/v1/cost-optimization/anomalies/{id}/feedback',
    summary: 'Give feedback on an anomaly',
    description: 'Later thresholds of the same scope take it into account.',
    tag,
    needs: 'alerts:write',
    input: z.object({
      id: z.uuid(),
      feedback: anomalyFeedbackSchema,
      note: z.string().trim().max(500).default(''),
    }),
    output: answer(anomalySchema),
  }),
  metrics: route({
    method: 'GET',
    path: '/v1/cost-optimization/metric-anomalies',
    summary: 'List metric anomalies',
    description: 'Anomalies in metrics of resources, newest first.',
    tag,
    needs: 'costs:read',
    cache: { serverSeconds: 86_400, complete: true },
    input: z.object({
      /** This severity and higher. */
      severity_threshold: anomalySeveritySchema.optional(),
      resource_id: z.string().max(2000).optional(),
    }),
    output: answer(z.array(metricAnomalySchema)),
  }),
  metricFeedback: route({
    method: 'POST',
    path: '/v1/cost-optimization/metric-anomalies/{id}/feedback',
    summary: 'Give feedback on a metric anomaly',
    description: 'Later thresholds of the same metric and resource take it into account.',
    tag,
    needs: 'alerts:write',
    input: z.object({ id: z.uuid(), feedback: anomalyFeedbackSchema }),
    output: answer(metricAnomalySchema),
  }),
  settings: route({
    method: 'PUT',
    path: '/v1/cost-optimization/anomalies/settings',
    summary: 'Update anomaly settings',
    description: 'Sets the smallest daily excess that counts, and the severity from which notifications are sent.',
    tag,
    needs: 'alerts:write',
    input: anomalySettingsInput,
    output: answer(anomalySettingsInput),
  }),
}

export const forecasts = {
  forecast: route({
    method: 'GET',
    path: '/v1/cost-optimization/forecast',
    summary: 'Get a forecast',
    description: 'Expected spend with 50%, 80% and 95% intervals, and the accuracy of recent forecasts.',
    tag,
    needs: 'costs:read',
    cache: { serverSeconds: 86_400, complete: true },
    input: z.object({
      organization_id: z.string().optional(),
      forecast_days: z.coerce.number().int().min(1).max(365).default(30),
      /** Comma-separated or repeated. Names as on the bill, or short names such as `gcp`. */
      providers: requestedProvidersSchema,
    }),
    output: z.object({
      data: z.array(forecastSchema),
      /** Currencies with too few days for a forecast. */
      meta: z.object({ too_short: z.array(z.string()) }),
    }),
  }),
  past: route({
    method: 'GET',
    path: '/v1/cost-optimization/forecast/past',
    summary: 'Compare a past period with its forecast',
    description: 'Actual cost against the forecast that would have been made when the period began.',
    tag,
    needs: 'costs:read',
    cache: { serverSeconds: 86_400, complete: true },
    input: z.object({
      organization_id: z.string().optional(),
      start_date: z.iso.date(),
      /** Exclusive. */
      end_date: z.iso.date(),
    }),
    /** One entry per currency, largest first; currencies are never added up. */
    output: answer(z.array(pastForecastSchema)),
  }),
  knownEvents: route({
    method: 'GET',
    path: '/v1/cost-optimization/known-events',
    summary: 'List known events',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(z.array(knownEventSchema)),
  }),
  addKnownEvent: route({
    method: 'POST',
    path: '/v1/cost-optimization/known-events',
    summary: 'Create a known event',
    description: 'For example, the end of a commitment, the start of a schedule, or an announced change.',
    tag,
    needs: 'alerts:write',
    input: knownEventInput,
    output: answer(z.object({ id: z.uuid() })),
  }),
  removeKnownEvent: route({
    method: 'DELETE',
    path: '/v1/cost-optimization/known-events/{id}',
    summary: 'Delete a known event',
    tag,
    needs: 'alerts:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ removed: z.literal(true) })),
  }),
}
