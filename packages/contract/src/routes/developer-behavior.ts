import { behaviorRecommendationSchema, insightSchema } from '@kept/domain/behavior.ts'
import {
  behaviorRunSchema,
  behaviorSettingsSchema,
  comparedTeamSchema,
  windowKeySchema,
} from '@kept/domain/behavior-run.ts'
import { environmentAnalysisSchema, environmentStatusSchema } from '@kept/domain/environment.ts'
import { switchedBySchema } from '@kept/domain/managed-schedule.ts'
import * as z from 'zod'
import { personInput } from '../inputs/behavior.ts'
import { answer, pageInput, pageMetaSchema, pageOf, route } from '../route.ts'
import { behaviorOverviewSchema, optimizedSchema, usageEventResultSchema } from './developer-behavior-shapes.ts'

const tag = 'Developer behavior'
const basePath = '/v1/developer-behavior'

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
