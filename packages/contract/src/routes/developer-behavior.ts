import { behaviourRecommendationSchema, insightSchema } from '@kept/domain/behaviour.ts'
import {
  behaviourRunSchema,
  behaviourSettingsSchema,
  comparedTeamSchema,
  windowKeySchema,
} from '@kept/domain/behaviour-run.ts'
import { environmentAnalysisSchema, environmentStatusSchema, heatMapSchema } from '@kept/domain/environment.ts'
import { managedScheduleSchema, switchedBySchema } from '@kept/domain/managed-schedule.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import { scheduleRecommendationSchema } from '@kept/domain/schedule.ts'
import * as z from 'zod'
import { answer, pageInput, pageMetaSchema, pageOf, route } from '../route.ts'
import { plannedSwitchSchema, scheduleAccessSchema } from './behavior-schedules.ts'

const tag = 'Developer behavior'
const at = '/v1/developer-behavior'

export const eventsTakenSchema = z.object({
  accepted: z.int(),
  /** Events that were there already: they change nothing. */
  repeated: z.int(),
  set_aside: z.int(),
  /** The first hundred. */
  set_aside_rows: z.array(z.object({ place: z.string(), reason: z.string(), content: z.string() })),
  /** Records that are no sign of use, by why. */
  ignored: z.record(z.string(), z.int()),
  sources: z.array(z.string()),
})
export type EventsTaken = z.infer<typeof eventsTakenSchema>

/** Of environments and recommendations at once: a company’s whole list for its screen and its file. */
const mostRows = 2000

const days = {
  from: z.iso.date().optional(),
  /** The day after the last one. */
  to: z.iso.date().optional(),
}
const team = z.string().max(500).optional()

/** Days of one's own, when both ends are given and a run has looked at them; else one of the usual windows. */
const narrowed = z.object({ window: windowKeySchema.default('30d'), ...days, team })
export type BehaviorWindow = z.input<typeof narrowed>

const analysedSchema = z.object({
  key: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  made_at: z.iso.datetime(),
})

const changed = { change_percent: z.number().nullable() }

export const behaviorOverviewSchema = z.object({
  /** Null until a run has looked at these days. */
  analysed: analysedSchema.nullable(),
  last_run: behaviourRunSchema.nullable(),
  /** Whether what an analysis needs is here: a bill, and any sign of use. */
  here: z.object({ bill: z.boolean(), events: z.boolean() }),
  teams: z.array(z.string()),
  currency: z.string(),
  /** Money in these is not in the figures: two currencies are never added. */
  other_currencies: z.array(z.string()),
  cards: z.object({
    monthly_waste: z.object({ amount: decimalSchema.nullable(), ...changed }),
    potential_savings: z.object({ amount: decimalSchema, ...changed }),
    /** Mean of the teams', in percent; null where no team has one. */
    efficiency_score: z.object({ percent: z.number().nullable(), change_points: z.number().nullable() }),
    zombie_environments: z.object({ count: z.int(), change: z.int().nullable() }),
  }),
  efficiency_trend: z.array(
    z.object({
      week: z.iso.date(),
      /** Below 7: the window holds only so many days of this week. */
      days: z.number(),
      scores: z.array(z.object({ team: z.string(), score: z.number().nullable() })),
    }),
  ),
  /** Parts that add up to what was wasted in the window. */
  waste_breakdown: z.object({
    after_hours: decimalSchema,
    weekends: decimalSchema,
    holidays: decimalSchema,
    working_hours: decimalSchema,
    zombie_environments: decimalSchema,
  }),
  opportunities: z.array(behaviourRecommendationSchema.extend({ team: z.string() })),
  heat_maps: z.array(
    z.object({
      team: z.string(),
      timezone: z.string(),
      heat_map: heatMapSchema,
      /** False where no sign of use reaches Kept: hours without one are not hours without anybody. */
      is_watched: z.boolean(),
    }),
  ),
  notes: z.array(z.string()),
})
export type BehaviorOverview = z.infer<typeof behaviorOverviewSchema>

export const optimizedSchema = z.object({
  environment: environmentAnalysisSchema,
  /** Null when none can be recommended; then `why_not` says why. */
  recommendation: scheduleRecommendationSchema.nullable(),
  why_not: z.string(),
  heat_map: heatMapSchema,
  /** The chosen schedule, ready to be pasted into one's own tools. */
  snippets: z.array(z.object({ id: z.string(), title: z.string(), words: z.string(), text: z.string() })),
  /** The schedule in force; null when none is. */
  managed: managedScheduleSchema.nullable(),
  access: scheduleAccessSchema,
  /** What the chosen one would ask for at once, and what next. */
  if_applied: managedScheduleSchema.pick({ wanted: true, next_change: true }).nullable(),
  /** The dry run that was asked for. */
  plan: z.array(plannedSwitchSchema),
})
export type Optimized = z.infer<typeof optimizedSchema>

const named = z.object({ code: z.string(), name: z.string() })
const person = z.object({ person: z.string().min(1).max(500) })

export const developerBehavior = {
  putEvents: route({
    method: 'POST',
    path: `${at}/events`,
    idempotency: 'idempotent',
    summary: 'Signs of use; the same event again changes nothing, and what cannot be read is set aside with its reason',
    tag,
    needs: 'behavior:write',
    maxBodyBytes: 16 * 1024 ** 2,
    input: z.object({ events: z.array(z.unknown()).min(1).max(20_000) }),
    output: answer(eventsTakenSchema),
  }),
  analyse: route({
    method: 'POST',
    path: `${at}/analyses`,
    summary: 'Begins a run of the analysis; days of one’s own are looked at beside the last 7, 30 and 90',
    tag,
    needs: 'behavior:write',
    input: z.object({ team, ...days }),
    output: answer(behaviourRunSchema),
  }),
  analysis: route({
    method: 'GET',
    path: `${at}/analyses/{id}`,
    summary: 'A run of the analysis: how far it is, or why it failed',
    tag,
    needs: 'behavior:read',
    input: z.object({ id: z.uuid() }),
    output: answer(behaviourRunSchema),
  }),
  overview: route({
    method: 'GET',
    path: `${at}/overview`,
    summary: 'Waste, savings, efficiency and zombies of the window, against as many days before it',
    tag,
    needs: 'behavior:read',
    input: narrowed,
    output: answer(behaviorOverviewSchema),
  }),
  environments: route({
    method: 'GET',
    path: `${at}/environments`,
    summary: 'Environments, the most wasteful first',
    tag,
    needs: 'behavior:read',
    input: narrowed.extend({
      status: environmentStatusSchema.optional(),
      ...pageInput,
      page_size: z.coerce.number().int().min(1).max(mostRows).default(50),
    }),
    output: z.object({
      data: z.array(environmentAnalysisSchema),
      meta: pageMetaSchema.extend({ statuses: z.partialRecord(environmentStatusSchema, z.int()) }),
    }),
  }),
  teams: route({
    method: 'GET',
    path: `${at}/teams`,
    summary: 'Teams: hours, waste, efficiency, and the week in their own time',
    tag,
    needs: 'behavior:read',
    input: narrowed,
    output: answer(z.array(comparedTeamSchema)),
  }),
  insights: route({
    method: 'GET',
    path: `${at}/insights`,
    summary: 'What stands out, with the number of observations behind it',
    tag,
    needs: 'behavior:read',
    input: narrowed,
    output: answer(z.array(insightSchema.extend({ team: z.string() }))),
  }),
  recommendations: route({
    method: 'GET',
    path: `${at}/recommendations`,
    summary: 'What to do, the dearest first, with evidence and reasons to think twice',
    tag,
    needs: 'behavior:read',
    input: narrowed.extend({
      ...pageInput,
      page_size: z.coerce.number().int().min(1).max(mostRows).default(200),
    }),
    output: pageOf(behaviourRecommendationSchema.extend({ team: z.string() })),
  }),
  optimize: route({
    method: 'POST',
    path: `${at}/environments/{id}/optimize`,
    summary: 'The schedule of an environment with its backtest; the chosen one as a dry run, or switched on',
    tag,
    needs: 'behavior:read',
    input: z.object({
      id: z.string().min(1).max(500),
      /** One of the recommendation’s choices; the recommended one when left out. */
      weekly_hours: z.int().min(0).max(168).optional(),
      /** Asks the cloud what switching would do; needs the right to switch, and changes nothing. */
      plan: z.boolean().optional(),
      /** Switches it on: Kept starts and stops, or somebody did it by hand. Needs behavior:write. */
      apply: switchedBySchema.optional(),
    }),
    output: answer(optimizedSchema),
  }),
  settings: route({
    method: 'GET',
    path: `${at}/settings`,
    summary: 'Teams with their zones, weeks, hours and holidays; what runs where; how long events are kept',
    tag,
    needs: 'behavior:read',
    input: z.object({}),
    output: answer(behaviourSettingsSchema),
  }),
  putSettings: route({
    method: 'PUT',
    path: `${at}/settings`,
    summary: 'Sets them, in place of the former ones; the next run goes by them',
    tag,
    needs: 'behavior:write',
    input: behaviourSettingsSchema,
    output: answer(behaviourSettingsSchema),
  }),
  countries: route({
    method: 'GET',
    path: `${at}/countries`,
    summary: 'Countries and regions whose public holidays are known',
    tag,
    needs: 'behavior:read',
    input: z.object({}),
    output: answer(z.array(named.extend({ regions: z.array(named) }))),
  }),
  exportPerson: route({
    method: 'POST',
    path: `${at}/people/export`,
    idempotency: 'safe',
    summary: 'Everything kept of one person, by an id or address as events name them',
    tag,
    needs: 'users:write',
    input: person,
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
    path: `${at}/people/erase`,
    summary: 'Forgets who: that environments were used stays, by whom is gone',
    tag,
    needs: 'users:write',
    input: person,
    output: answer(z.object({ pseudonym: z.string(), events: z.int() })),
  }),
}
