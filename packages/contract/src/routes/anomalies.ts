import {
  anomalyFeedbackSchema,
  anomalySchema,
  anomalySeveritySchema,
  metricAnomalySchema,
} from '@kept/domain/anomaly.ts'
import { currencySchema, decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { answer, providersAsked, route } from '../route.ts'

const tag = 'Cost optimisation'

const settings = { least_daily_excess: decimalSchema, tell_from: anomalySeveritySchema }

/** What a person knows and the bill does not say yet. */
const knownEvent = {
  kind: z.enum(['commitment_expiry', 'planned_schedule', 'announced_change']),
  words: z.string().trim().min(1).max(200),
  currency: currencySchema,
  /** As it stands in the bill; left out, the whole organisation. */
  provider: z.string().max(200).nullable().default(null),
  from_day: z.iso.date(),
  /** The first day after it; left out, for good. */
  to_day: z.iso.date().nullable().default(null),
  /** Each day times this ... */
  factor: decimalSchema
    .refine((factor) => Number(factor) >= 0 && Number(factor) <= 100, 'must lie between 0 and 100')
    .default('1'),
  /** ... plus this. */
  daily_amount: decimalSchema.default('0'),
}
export const knownEventSchema = z.object({
  id: z.uuid(),
  ...knownEvent,
  created_by: z.string(),
  created_at: z.iso.datetime(),
})

const band = z.object({ lower: decimalSchema, upper: decimalSchema })
const bands = { point: decimalSchema, band50: band, band80: band, band95: band }

/** How good forecasts like this one were: the last twelve of the same length, or of a shorter one. */
export const forecastRecord = {
  horizon: z.int(),
  count: z.int(),
  /** Days from one of them to the next; below the horizon they lie over one another. */
  distance: z.int(),
  /** Means over them, as shares; null when there was none. */
  error: z.number().nullable(),
  total_error: z.number().nullable(),
  coverage80: z.number().nullable(),
  coverage95: z.number().nullable(),
}

/** What is charged by the day; what falls on single days of a month; and what comes once, which no forecast has. */
export const spendKindSchema = z.enum(['usage', 'fee', 'tax', 'one_time'])

export const forecastSchema = z.object({
  currency: currencySchema,
  /** Which way of looking ahead did best on this very series. */
  method: z.string(),
  last_day: z.iso.date(),
  /** Days without any line, filled from the week before to look ahead. */
  filled_days: z.int(),
  history: z.array(z.object({ date: z.iso.date(), actual: decimalSchema.nullable() })),
  days: z.array(z.object({ date: z.iso.date(), ...bands })),
  /** All the days ahead together; its range is that of whole paths, narrower than the sum of the days' own. */
  total: z.object(bands),
  month_end: z.object({ month: z.string(), so_far: decimalSchema, ...bands }),
  /** By provider; they add up to the total's point to the cent. */
  parts: z.array(z.object({ provider: z.string(), point: decimalSchema })),
  /** By what it is charged for; they add up to the total's point to the cent. Empty where the bill is not written by day. */
  kinds: z.array(z.object({ kind: spendKindSchema, point: decimalSchema })),
  /** The last twelve forecasts of the same length, or of a shorter one where there are few days; each made as it would have been made then. */
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

/** Days that are over, beside the forecast that would have been made of them on the morning of the first. */
export const pastForecastSchema = z.object({
  currency: currencySchema,
  from: z.iso.date(),
  /** The day after the last one compared: of a period that is running, the last that is over. */
  to: z.iso.date(),
  /** What these days cost (effective cost). */
  actual: decimalSchema,
  known_days: z.int(),
  /** A forecast of so many days would have needed to know so many. */
  needed_days: z.int(),
  /** Null where too few days lay before, or the bill is not written by day. */
  forecast: z
    .object({
      method: z.string(),
      point: decimalSchema,
      band80: band,
      /** By what it is charged for; empty where the bill is not written by day. */
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
    summary: 'Spend that left its path: where, how much, why; the newest first',
    tag,
    needs: 'costs:read',
    input: z.object({
      organization_id: z.string().optional(),
      /** This severity and worse. */
      severity_threshold: anomalySeveritySchema.optional(),
      start_date: z.iso.date().optional(),
      /** The day after the last one. */
      end_date: z.iso.date().optional(),
    }),
    output: z.object({
      data: z.array(anomalySchema),
      meta: z.object({ ...settings, judged_at: z.iso.datetime().nullable() }),
    }),
  }),
  feedback: route({
    method: 'POST',
    path: '/v1/cost-optimization/anomalies/{id}/feedback',
    summary: 'Say what it was; the next threshold of its scope follows',
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
    summary: 'Metrics of resources that left their path: when, how far; the newest first',
    tag,
    needs: 'costs:read',
    input: z.object({
      /** This severity and worse. */
      severity_threshold: anomalySeveritySchema.optional(),
      resource_id: z.string().max(2000).optional(),
    }),
    output: answer(z.array(metricAnomalySchema)),
  }),
  metricFeedback: route({
    method: 'POST',
    path: '/v1/cost-optimization/metric-anomalies/{id}/feedback',
    summary: 'Say what it was; the next threshold of this metric of this resource follows',
    tag,
    needs: 'alerts:write',
    input: z.object({ id: z.uuid(), feedback: anomalyFeedbackSchema }),
    output: answer(metricAnomalySchema),
  }),
  settings: route({
    method: 'PUT',
    path: '/v1/cost-optimization/anomalies/settings',
    summary: 'The smallest excess of a day that counts, and from which severity on people are told',
    tag,
    needs: 'alerts:write',
    input: z.object(settings),
    output: answer(z.object(settings)),
  }),
}

export const forecasts = {
  forecast: route({
    method: 'GET',
    path: '/v1/cost-optimization/forecast',
    summary: 'What will be spent, with ranges, and how good the last such forecasts were',
    tag,
    needs: 'costs:read',
    input: z.object({
      organization_id: z.string().optional(),
      forecast_days: z.coerce.number().int().min(1).max(365).default(30),
      /** With commas between them or said several times; as they stand in the bill, or by the cloud's short name. */
      providers: providersAsked,
    }),
    output: z.object({
      data: z.array(forecastSchema),
      /** Currencies with too few days to look ahead. */
      meta: z.object({ too_short: z.array(z.string()) }),
    }),
  }),
  past: route({
    method: 'GET',
    path: '/v1/cost-optimization/forecast/past',
    summary: 'What these days cost, against the forecast that would have been made as they began',
    tag,
    needs: 'costs:read',
    input: z.object({
      organization_id: z.string().optional(),
      start_date: z.iso.date(),
      /** The day after the last one. */
      end_date: z.iso.date(),
    }),
    /** One entry per currency, the largest first; two currencies are never added. */
    output: answer(z.array(pastForecastSchema)),
  }),
  knownEvents: route({
    method: 'GET',
    path: '/v1/cost-optimization/known-events',
    summary: 'What people know of days to come',
    tag,
    needs: 'costs:read',
    input: z.object({}),
    output: answer(z.array(knownEventSchema)),
  }),
  addKnownEvent: route({
    method: 'POST',
    path: '/v1/cost-optimization/known-events',
    summary: 'Say what is known: a commitment ends, a schedule begins, a change is announced',
    tag,
    needs: 'alerts:write',
    input: z.object(knownEvent),
    output: answer(z.object({ id: z.uuid() })),
  }),
  removeKnownEvent: route({
    method: 'DELETE',
    path: '/v1/cost-optimization/known-events/{id}',
    summary: 'Take a known event back',
    tag,
    needs: 'alerts:write',
    input: z.object({ id: z.uuid() }),
    output: answer(z.object({ removed: z.literal(true) })),
  }),
}
