/** Alerts: events, the rules that match them, and the channels and times of their delivery. */

import * as z from 'zod'
import {
  type AlertKind,
  type AlertLabel,
  type AlertSeverity,
  alertKindNames,
  alertLabelNames,
  alertSeverities,
  type ChannelKind,
} from './alert-labels.ts'
import { timeZoneSchema } from './hour.ts'
import { decimalSchema, moneySchema } from './money.ts'
import { nameSchema } from './name.ts'

export const alertSeveritySchema = z.enum(alertSeverities)

/** Something that happened, as the rules look at it. Several of one thread are one incident. */
export interface NewAlertEvent {
  kind: AlertKind
  thread: string
  severity: AlertSeverity
  /** Null where no amount is known. */
  amount: string | null
  currency: string | null
  labels: { [Name in AlertLabel]?: readonly string[] }
  title: string
  body: string
  /** Where it leads inside the application. */
  href: string
  /** Good news: told like the rest of its incident, but it passes no quiet hours. */
  is_recovery?: boolean
}
export type AlertEvent = NewAlertEvent & { id: string; at: string }

const alertFilterSchema = z.strictObject({
  label: z.enum(alertLabelNames),
  /** One of them, in any case of letters. */
  values: z.array(z.string().trim().min(1).max(400)).min(1).max(50),
})

/** What a person decides about a rule. */
export const alertRuleInput = {
  name: nameSchema(120),
  enabled: z.boolean(),
  kinds: z.array(z.enum(alertKindNames)).min(1).max(alertKindNames.length),
  min_severity: alertSeveritySchema,
  /** An event in another currency, or without an amount, cannot be compared and is not held back. */
  min_amount: moneySchema
    .extend({ amount: decimalSchema.refine((amount) => !amount.startsWith('-'), 'must not be less than nothing') })
    .nullable(),
  /** All of them must hold. */
  filters: z.array(alertFilterSchema).max(alertLabelNames.length),
  channels: z.array(z.uuid()).max(20),
  /** Members of the organization, by address: named in every message, and written to where a channel says so. */
  owners: z.array(z.email().toLowerCase()).max(20),
}
export const alertRuleSchema = z.object({ id: z.uuid(), ...alertRuleInput })
export type AlertRule = z.infer<typeof alertRuleSchema>

/** What a user receives emails about, in addition to the organization's alert rules. */
export const emailPreferencesSchema = z.strictObject({
  kinds: alertRuleInput.kinds,
  min_severity: alertSeveritySchema,
})
export type EmailPreferences = z.infer<typeof emailPreferencesSchema>

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as "08:30"')
/** 1 is Monday. */
const weekday = z.int().min(1).max(7)

const quietHoursSchema = z.strictObject({
  days: z.array(weekday).min(1).max(7),
  from: clock,
  /** Up to the next day when it is not after `from`. */
  to: clock,
})
export type QuietHours = z.infer<typeof quietHoursSchema>

export const alertScheduleSchema = z.strictObject({
  time_zone: timeZoneSchema,
  /** Gathered and told together; null: told as they come. `weekday` counts for weekly ones, `at` not for hourly ones. */
  digest: z.strictObject({ frequency: z.enum(['hourly', 'daily', 'weekly']), at: clock, weekday }).nullable(),
  quiet: z.array(quietHoursSchema).max(7),
  /** Critical alerts are sent at once, regardless of digest and quiet hours. */
  critical_passes: z.boolean(),
})
export type AlertSchedule = z.infer<typeof alertScheduleSchema>

/** What of a channel is no secret, kind by kind. */
export const channelSettingsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('email'),
    recipients: z.array(z.email().toLowerCase()).max(20),
    to_owners: z.boolean(),
  }),
  /** With buttons, approvals are decided in the message itself: the channel belongs to a Slack app of the customer. */
  z.strictObject({ kind: z.literal('slack'), buttons: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('teams') }),
  z.strictObject({ kind: z.literal('webhook') }),
  z.strictObject({
    kind: z.literal('jira'),
    email: z.email(),
    project: z
      .string()
      .trim()
      .regex(/^[A-Z][A-Z0-9_]{0,40}$/, 'must be a project key, such as "OPS"'),
    issue_type: z.string().trim().min(1).max(60),
  }),
  z.strictObject({
    kind: z.literal('github'),
    repository: z
      .string()
      .trim()
      .max(200)
      .regex(
        /^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/,
        'must be an owner and a repository, such as "northwind/platform"',
      ),
  }),
  z.strictObject({
    kind: z.literal('gitlab'),
    /** The path of the project, with its groups. */
    repository: z
      .string()
      .trim()
      .max(300)
      .regex(
        /^(?:(?!\.{1,2}\/)[\w.-]+\/){1,20}(?!\.{1,2}$)[\w.-]+$/,
        'must be a group and a project, such as "northwind/platform/infrastructure"',
      ),
  }),
])
export type ChannelSettings = z.infer<typeof channelSettingsSchema>
export type SettingsOf<Kind extends ChannelKind> = Extract<ChannelSettings, { kind: Kind }>

/** What of a channel is sealed. An incoming webhook's address is its password; email has no secret. */
export interface ChannelSecret {
  url?: string
  /** The API token of Jira, GitHub or GitLab. */
  token?: string
  /** What a webhook signs with, and what it signed with before, as long as both hold. */
  signing?: string
  /** What a Slack app signs the clicks on its buttons with. */
  slack_signing?: string
  before?: { signing: string; until: string }
}
