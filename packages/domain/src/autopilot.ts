/**
 * Autopilot: an organization lets Kept carry out recommendations by itself, within the conditions, times and limits of a
 * policy. A run of a policy has changes, one for each recommendation it carries out.
 */
import * as z from 'zod'
import { autopilotChangeStates, autopilotModes, autopilotRunStates } from './autopilot-states.ts'
import { timeZoneSchema } from './hour.ts'
import { currencyInputSchema, currencySchema, decimalSchema, moneySchema } from './money.ts'
import { nameSchema } from './name.ts'
import { remedyStepSchema } from './remediation.ts'

const texts = (max: number) => z.array(z.string().trim().min(1).max(300)).max(max)
const tagSchema = z.strictObject({ key: z.string().trim().min(1).max(200), value: z.string().trim().max(300) })
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as "08:30"')
const positiveMoney = moneySchema.extend({
  amount: decimalSchema.refine((amount) => !amount.startsWith('-'), 'must not be negative'),
  currency: currencyInputSchema,
})

/** Empty lists do not restrict. */
const autopilotScopeSchema = z.strictObject({
  providers: texts(20),
  accounts: texts(500),
  regions: texts(100),
  /** All of them. An empty value: any value of the tag. */
  tags: z.array(tagSchema).max(20),
})
export type AutopilotScope = z.infer<typeof autopilotScopeSchema>

const autopilotConditionsSchema = z.strictObject({
  min_confidence: z.number().min(0).max(1),
  min_monthly_savings: positiveMoney,
  /** Days since the recommendation was first seen. */
  min_age_days: z.int().min(0).max(365),
  /** Values of the environment tag; with some, a resource without the tag is not changed. */
  environments: texts(20),
  /** A resource with one of these tags is not changed. */
  excluded_tags: z.array(tagSchema).max(20),
})

const windowSchema = z.strictObject({
  /** 1 is Monday. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: clock,
  /** Up to the next day when it is not after `from`. */
  to: clock,
})

const freezeSchema = z
  .strictObject({
    start_date: z.iso.date(),
    /** Exclusive. */
    end_date: z.iso.date(),
    reason: z.string().trim().max(200),
  })
  .refine(({ start_date, end_date }) => start_date < end_date, {
    error: 'must end after it starts',
    path: ['end_date'],
  })

const autopilotTimesSchema = z.strictObject({
  time_zone: timeZoneSchema,
  /** None: at any time. */
  windows: z.array(windowSchema).max(14),
  freezes: z.array(freezeSchema).max(50),
})
export type AutopilotTimes = z.infer<typeof autopilotTimesSchema>

const autopilotLimitsSchema = z.strictObject({
  max_changes_per_run: z.int().min(1).max(500),
  /** The estimated monthly savings of the changes that start in any 24 hours, together. */
  max_savings_per_day: positiveMoney,
  /** Of the resources in scope, rounded down, in any 24 hours. */
  max_share_percent: z.number().min(0.1).max(100),
})
export type AutopilotLimits = z.infer<typeof autopilotLimitsSchema>

const healthCheckSchema = z.strictObject({
  /** As its metrics are stored: "cpu_utilization". */
  metric: z.string().trim().min(1).max(200),
  /** Empty: the changed resource. Another one where the changed resource has no metrics of its own. */
  resource_id: z.string().trim().max(2048),
  statistic: z.enum(['avg', 'max', 'min']),
  comparison: z.enum(['at_most', 'at_least']),
  value: z.number(),
})
export type HealthCheck = z.infer<typeof healthCheckSchema>

const autopilotHealthSchema = z.strictObject({
  /** After the change; the checks read what was measured in between. */
  wait_minutes: z.int().min(0).max(2880),
  /** All must hold. A metric without a value does not hold. */
  checks: z.array(healthCheckSchema).max(10),
})

export const autopilotSettings = {
  name: nameSchema(120),
  enabled: z.boolean(),
  mode: z.enum(autopilotModes),
  /** IDs of savings rules. */
  rules: texts(50).min(1, 'must name a rule'),
  scope: autopilotScopeSchema,
  conditions: autopilotConditionsSchema,
  times: autopilotTimesSchema,
  limits: autopilotLimitsSchema,
  /** Changes that must be verified before the rest begins; 0: none. */
  canary_changes: z.int().min(0).max(50),
  health: autopilotHealthSchema,
} as const
export const autopilotSettingsSchema = z.strictObject(autopilotSettings)
export type AutopilotSettings = z.infer<typeof autopilotSettingsSchema>

export const autopilotPolicySchema = autopilotSettingsSchema.extend({
  id: z.uuid(),
  updated_by: z.string(),
  updated_at: z.iso.datetime(),
})
export type AutopilotPolicy = z.infer<typeof autopilotPolicySchema>

export const autopilotChangeSchema = z.object({
  id: z.uuid(),
  recommendation_id: z.uuid(),
  /** In the order in which they are carried out. */
  position: z.int(),
  is_canary: z.boolean(),
  resource_id: z.string(),
  resource_name: z.string(),
  rule: z.string(),
  step: remedyStepSchema,
  monthly_savings: decimalSchema,
  currency: currencySchema,
  state: z.enum(autopilotChangeStates),
  /** Why it is in this state. */
  reason: z.string(),
  started_at: z.iso.datetime().nullable(),
  /** When its health is checked. */
  check_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
})
export type AutopilotChange = z.infer<typeof autopilotChangeSchema>

export const autopilotRunSchema = z.object({
  id: z.uuid(),
  policy_id: z.uuid().nullable(),
  policy_name: z.string(),
  mode: z.enum(autopilotModes),
  state: z.enum(autopilotRunStates),
  /** Why it ended, or what it waits for. */
  reason: z.string(),
  /** Resources in the policy's scope when it started. */
  scope_resources: z.int(),
  started_by: z.string(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
})
export type AutopilotRun = z.infer<typeof autopilotRunSchema>

export const autopilotSwitchSchema = z.object({
  stopped: z.boolean(),
  reason: z.string(),
  changed_by: z.string(),
  changed_at: z.iso.datetime().nullable(),
})
export type AutopilotSwitch = z.infer<typeof autopilotSwitchSchema>
