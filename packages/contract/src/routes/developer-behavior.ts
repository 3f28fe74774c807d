import { behaviorRecommendationSchema, insightSchema } from '@kept/domain/behavior.ts'
import {
  behaviorRunSchema,
  behaviorSettingsSchema,
  comparedTeamSchema,
  windowKeySchema,
} from '@kept/domain/behavior-run.ts'
import { environmentAnalysisSchema, environmentStatusSchema, heatMapSchema } from '@kept/domain/environment.ts'
import { managedScheduleSchema, switchedBySchema } from '@kept/domain/managed-schedule.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import { scheduleRecommendationSchema } from '@kept/domain/schedule.ts'
import * as z from 'zod'
import { personInput } from '../inputs/behavior.ts'
import { answer, pageInput, pageMetaSchema, pageOf, route } from '../route.ts'
import { plannedSwitchSchema, scheduleAccessSchema } from './behavior-schedules.ts'

const tag = 'Developer behavior'
const basePath = '/v1/developer-behavior'

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

/** Enough for the complete list of a company on one page and in an export. */
const maxRows = 2000

const days = {
  start_date: z.iso.date().optional(),
  /** Exclusive. */
  end_date: z.iso.date().optional(),
}
const team = z.string().max(500).optional()

/** A custom date range when both dates are given and an analysis covers it; else one of the default windows. */
const narrowed = z.object({ window: windowKeySchema.default('30d'), ...days, team })
export type BehaviorWindow = z.input<typeof narrowed>

const analyzedSchema = z.object({
  key: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  calculated_at: z.iso.datetime(),
})

const changed = { change_percent: z.number().nullable() }

const behaviorOverviewSchema = z.object({
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

const optimizedSchema = z.object({
  environment: environmentAnalysisSchema,
  /** Null when there is none; `skip_reasons` has the reason. */
  recommendation: scheduleRecommendationSchema.nullable(),
  skip_reasons: z.string(),
  heat_map: heatMapSchema,
  /** The chosen schedule as snippets for other tools. */
  snippets: z.array(z.object({ id: z.string(), title: z.string(), description: z.string(), text: z.string() })),
  /** The active schedule; null without one. */
  managed: managedScheduleSchema.nullable(),
  access: scheduleAccessSchema,
  /** The desired state under the chosen schedule, and its next change. */
  if_applied: managedScheduleSchema.pick({ desired_state: true, next_change: true }).nullable(),
  /** The requested dry run. */
  plan: z.array(plannedSwitchSchema),
})
export type Optimized = z.infer<typeof optimizedSchema>

const codeNameSchema = z.object({ code: z.string(), name: z.string() })

export const developerBehavior = {
  putEvents: route({
    method: 'POST',
    path: `${basePath}/events`,
    idempotency: 'idempotent',
    summary: 'Send usage events',
    description: 'Repeated events are ignored. Events that cannot be read are skipped and returned with the reason.',
    tag,
    needs: 'behavior:write',
    maxBodyBytes: 16 * 1024 ** 2,
    input: z.object({ events: z.array(z.unknown()).min(1).max(20_000) }),
    output: answer(usageEventResultSchema),
  }),
  analyze: route({
    method: 'POST',
    path: `${basePath}/analyses`,
    summary: 'Start an analysis',
    description: 'Covers the last 7, 30 and 90 days, plus the given dates.',
    tag,
    needs: 'behavior:write',
    input: z.object({ team, ...days }),
    output: answer(behaviorRunSchema),
  }),
  analysis: route({
    method: 'GET',
    path: `${basePath}/analyses/{id}`,
    summary: 'Get an analysis',
    description: 'With its progress, or the reason it failed.',
    tag,
    needs: 'behavior:read',
    input: z.object({ id: z.uuid() }),
    output: answer(behaviorRunSchema),
  }),
  overview: route({
    method: 'GET',
    path: `${basePath}/overview`,
    summary: 'Get the developer behavior overview',
    description:
      'Waste, potential savings, efficiency and zombie environments, compared with the previous period of the same length.',
    tag,
    needs: 'behavior:read',
    input: narrowed,
    output: answer(behaviorOverviewSchema),
  }),
  environments: route({
    method: 'GET',
    path: `${basePath}/environments`,
    summary: 'List environments',
    description: 'Most waste first.',
    tag,
    needs: 'behavior:read',
    input: narrowed.extend({
      status: environmentStatusSchema.optional(),
      ...pageInput,
      page_size: z.coerce.number().int().min(1).max(maxRows).default(50),
    }),
    output: z.object({
      data: z.array(environmentAnalysisSchema),
      meta: pageMetaSchema.extend({ statuses: z.partialRecord(environmentStatusSchema, z.int()) }),
    }),
  }),
  teams: route({
    method: 'GET',
    path: `${basePath}/teams`,
    summary: 'List teams',
    description: 'With hours, waste, efficiency and weekly activity in their own time zone.',
    tag,
    needs: 'behavior:read',
    input: narrowed,
    output: answer(z.array(comparedTeamSchema)),
  }),
  insights: route({
    method: 'GET',
    path: `${basePath}/insights`,
    summary: 'List insights',
    description: 'Each with the number of observations behind it.',
    tag,
    needs: 'behavior:read',
    input: narrowed,
    output: answer(z.array(insightSchema.extend({ team: z.string() }))),
  }),
  recommendations: route({
    method: 'GET',
    path: `${basePath}/recommendations`,
    summary: 'List developer behavior recommendations',
    description: 'Largest saving first, with evidence and risks.',
    tag,
    needs: 'behavior:read',
    input: narrowed.extend({
      ...pageInput,
      page_size: z.coerce.number().int().min(1).max(maxRows).default(200),
    }),
    output: pageOf(behaviorRecommendationSchema.extend({ team: z.string() })),
  }),
  optimize: route({
    method: 'POST',
    path: `${basePath}/environments/{id}/optimize`,
    summary: 'Optimize an environment',
    description:
      'Returns the recommended schedule with its backtest. Can plan the chosen schedule as a dry run, or apply it.',
    tag,
    needs: 'behavior:read',
    input: z.object({
      id: z.string().min(1).max(500),
      /** One of the recommended options; defaults to the best one. */
      weekly_hours: z.int().min(0).max(168).optional(),
      /** Returns a dry run from the cloud provider. Requires the permission to switch. */
      plan: z.boolean().optional(),
      /** Applies the schedule: carried out by Kept, or by hand. Requires `behavior:write`. */
      apply: switchedBySchema.optional(),
    }),
    output: answer(optimizedSchema),
  }),
  settings: route({
    method: 'GET',
    path: `${basePath}/settings`,
    summary: 'Get developer behavior settings',
    description: 'Teams with their time zones, hours and holidays, environment mapping, and event retention.',
    tag,
    needs: 'behavior:read',
    input: z.object({}),
    output: answer(behaviorSettingsSchema),
  }),
  putSettings: route({
    method: 'PUT',
    path: `${basePath}/settings`,
    summary: 'Replace developer behavior settings',
    description: 'The next analysis uses them.',
    tag,
    needs: 'behavior:write',
    input: behaviorSettingsSchema,
    output: answer(behaviorSettingsSchema),
  }),
  countries: route({
    method: 'GET',
    path: `${basePath}/countries`,
    summary: 'List holiday calendars',
    description: 'Countries and regions with public holidays.',
    tag,
    needs: 'behavior:read',
    cache: { clientSeconds: 3600 },
    input: z.object({}),
    output: answer(z.array(codeNameSchema.extend({ regions: z.array(codeNameSchema) }))),
  }),
  exportPerson: route({
    method: 'POST',
    path: `${basePath}/people/export`,
    idempotency: 'safe',
    summary: 'Export data of a person',
    description: 'Everything stored about one person, by the ID or address used in events.',
    tag,
    needs: 'users:write',
    input: personInput,
    output: answer(
      z.object({
        pseudonym: z.string(),
        events: z.array(
          z.object({
            environment_id: z.string(),
            timestamp: z.string(),
            duration: z.number(),
            activity_type: z.string(),
          }),
        ),
      }),
    ),
  }),
  erasePerson: route({
    method: 'POST',
    path: `${basePath}/people/erase`,
    summary: 'Erase a person',
    description: 'Removes the person from all events. The use of environments stays.',
    tag,
    needs: 'users:write',
    input: personInput,
    output: answer(z.object({ pseudonym: z.string(), events: z.int() })),
  }),
}
