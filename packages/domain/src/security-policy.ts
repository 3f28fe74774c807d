/**
 * Rules that an organization declares for its users, sessions and API keys. Each kind exists once for each organization.
 * Enabled policies are enforced at sign-in, at each request and when an API key is created.
 */
import { isRangeWithin } from '@kept/foundation/address-range.ts'
import { compare } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import { currencyInputSchema, decimalSchema } from './money.ts'
import { lineSchema } from './name.ts'
import {
  maxRetentionDays,
  minRetentionDays,
  type PolicyKind,
  type RetentionData,
  signInMethods,
} from './security-policy-kinds.ts'

export const addressRangeSchema = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], {
  error: 'must be an address or a range like 203.0.113.0/24',
})
const addressRanges = z.array(addressRangeSchema).max(100)
const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must look like example.com')

const secondFactorSchema = z.strictObject({ applies_to: z.enum(['admins', 'everyone']) })
const sessionLifetimeSchema = z.strictObject({
  /** From sign-in, whatever the activity. */
  max_hours: z.int().min(1).max(720),
  /** Without activity. */
  idle_minutes: z.int().min(5).max(43_200),
})
const signInSchema = z.strictObject({
  methods: z.array(z.enum(signInMethods)).min(1),
  /** Empty: every domain. */
  email_domains: z.array(emailDomain).max(50).default([]),
})
const apiKeysSchema = z.strictObject({
  /** From the creation of a key. */
  max_days: z.int().min(1).max(365),
  /** Empty: from every address. */
  ranges: addressRanges.default([]),
})
const networkSchema = z.strictObject({
  ranges: addressRanges.min(1, 'must name an address or a range'),
  covers: z.enum(['console', 'api', 'everything']),
})

/** Who may change cloud resources, and above which monthly amount a second person approves. */
const approvalsSchema = z.strictObject({
  actors: z.enum(['admins', 'permitted']),
  approve_above: z.strictObject({
    amount: decimalSchema.refine((amount) => !amount.startsWith('-'), 'must not be negative'),
    currency: currencyInputSchema,
  }),
  /** `alone`: a loop costs more each minute, and its stop is undone by one click, so one person may stop it. */
  loop_stops: z.enum(['alone', 'approved']).default('alone'),
})
const days = (data: RetentionData) => z.int().min(minRetentionDays[data]).max(maxRetentionDays[data]).optional()
/** Missing: it stays until the organization deletes it. */
const retentionFields = z.strictObject({
  cost_line_days: days('cost_lines'),
  roll_up_days: days('roll_ups'),
  span_days: days('spans'),
  metric_days: days('metrics'),
  audit_days: days('audit'),
})
const retentionSchema = retentionFields
  .refine((settings) => Object.values(settings).some((value) => value !== undefined), 'must limit something')
  .refine(
    ({ cost_line_days = Infinity, roll_up_days = Infinity }) => roll_up_days >= cost_line_days,
    'must keep roll-ups at least as long as lines',
  )

/** Reported, not enforced: resources are created in the customer's clouds, where Kept has no say. */
const requiredTagsSchema = z.strictObject({
  tags: z.array(lineSchema(128).min(1, 'must name a tag')).min(1, 'must name a tag').max(20),
  /** Empty: every type. */
  resource_types: z.array(lineSchema(300)).max(200).default([]),
  /** IDs of accounts, subscriptions or projects; empty: every one. */
  accounts: z.array(lineSchema(300)).max(500).default([]),
})
export type RequiredTags = z.infer<typeof requiredTagsSchema>

/** The settings of a policy of this kind. */
export function parseRequiredTags(settings: PolicySettings): RequiredTags {
  return requiredTagsSchema.parse(settings)
}

const settingsSchemas = {
  second_factor: secondFactorSchema,
  session_lifetime: sessionLifetimeSchema,
  sign_in: signInSchema,
  api_keys: apiKeysSchema,
  network: networkSchema,
  approvals: approvalsSchema,
  retention: retentionSchema,
  required_tags: requiredTagsSchema,
} as const satisfies Record<PolicyKind, z.ZodType>

/** The enabled policies of an organization by kind. A kind that is missing restricts nothing. */
const enforcedPoliciesSchema = z.object(settingsSchemas).partial()
export type EnforcedPolicies = z.infer<typeof enforcedPoliciesSchema>

/** Settings of any kind; `parsePolicySettings` checks that they are the ones of a kind. */
export const policySettingsSchema = z
  .strictObject({
    ...secondFactorSchema.shape,
    ...sessionLifetimeSchema.shape,
    ...signInSchema.shape,
    ...apiKeysSchema.shape,
    ...networkSchema.shape,
    ...approvalsSchema.shape,
    ...retentionFields.shape,
    tags: requiredTagsSchema.shape.tags,
    resource_types: requiredTagsSchema.shape.resource_types.unwrap(),
    accounts: requiredTagsSchema.shape.accounts.unwrap(),
    email_domains: signInSchema.shape.email_domains.unwrap(),
    loop_stops: approvalsSchema.shape.loop_stops.unwrap(),
    ranges: addressRanges,
  })
  .partial()
export type PolicySettings = z.infer<typeof policySettingsSchema>

/** The settings of a policy of this kind, or the sentence that says what is wrong with them. */
export function parsePolicySettings(
  kind: PolicyKind,
  settings: PolicySettings,
): { settings: PolicySettings } | { problem: string } {
  const parsed = settingsSchemas[kind].safeParse(settings)
  if (parsed.success) return { settings: parsed.data }
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys')
    return { problem: `A policy of kind ${kind} has no setting ${issue.keys.join(', ')}.` }
  return {
    problem: `The policy is not valid: ${issue?.path.join('.') || 'settings'}: ${issue?.message ?? 'not valid'}.`,
  }
}

/** Whether a policy changed from `before` to `after` allows something it did not allow. Null: not enabled. */
export function isWeakened(kind: PolicyKind, before: PolicySettings | null, after: PolicySettings | null): boolean {
  if (before === null) return false
  if (after === null) return true
  const isMore = (a: number | undefined, b: number | undefined) => (b ?? Infinity) > (a ?? Infinity)
  switch (kind) {
    case 'second_factor':
      return before.applies_to === 'everyone' && after.applies_to === 'admins'
    case 'session_lifetime':
      return isMore(before.max_hours, after.max_hours) || isMore(before.idle_minutes, after.idle_minutes)
    case 'sign_in':
      return hasNew(before.methods, after.methods) || isWider(before.email_domains, after.email_domains)
    case 'api_keys':
      return isMore(before.max_days, after.max_days) || areRangesWider(before.ranges, after.ranges)
    case 'approvals': {
      const [limit, newLimit] = [before.approve_above, after.approve_above]
      const isHigher =
        newLimit?.currency !== limit?.currency || compare(newLimit?.amount ?? '0', limit?.amount ?? '0') > 0
      return (
        isHigher ||
        (before.actors === 'admins' && after.actors !== 'admins') ||
        (before.loop_stops === 'approved' && after.loop_stops !== 'approved')
      )
    }
    case 'retention':
      return false
    case 'required_tags':
      return (
        hasNew(lowerCase(after.tags), lowerCase(before.tags)) ||
        isNarrower(before.resource_types, after.resource_types) ||
        isNarrower(before.accounts, after.accounts)
      )
    case 'network':
      return (
        hasNewRange(before.ranges, after.ranges) || (before.covers !== after.covers && after.covers !== 'everything')
      )
  }
}

function hasNew(before: readonly string[] = [], after: readonly string[] = []): boolean {
  return after.some((value) => !before.includes(value))
}

/** Keys of tags are compared without case. */
function lowerCase(texts: readonly string[] = []): string[] {
  return texts.map((text) => text.toLowerCase())
}

/** An empty list covers everything. */
function isNarrower(before: readonly string[] = [], after: readonly string[] = []): boolean {
  return after.length > 0 && (before.length === 0 || hasNew(after, before))
}

/** An empty list allows everything. */
function isWider(before: readonly string[] = [], after: readonly string[] = []): boolean {
  if (before.length === 0) return false
  return after.length === 0 || hasNew(before, after)
}

function hasNewRange(before: readonly string[] = [], after: readonly string[] = []): boolean {
  return after.some((range) => !isRangeWithin(range, before))
}

/** An empty list allows everything. */
function areRangesWider(before: readonly string[] = [], after: readonly string[] = []): boolean {
  if (before.length === 0) return false
  return after.length === 0 || hasNewRange(before, after)
}
