import {
  alertRuleInput,
  alertRuleSchema,
  alertScheduleSchema,
  alertSeveritySchema,
  channelSettingsSchema,
  letterWishesSchema,
} from '@kept/domain/alert.ts'
import { channelKinds, deliveryStatuses } from '@kept/domain/alert-words.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Alerts'

/** An address that somebody else gave out; it is a secret, and sealed. */
const address = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' }).max(2000)
const token = z.string().trim().min(1).max(2000)
const name = nameSchema(120)

/** What a person types in: the settings of its kind, with its secrets. */
export const channelTypedSchema = z.discriminatedUnion('kind', [
  z.strictObject(channelSettingsSchema.options[0].shape),
  z.strictObject({ kind: z.literal('slack'), url: address }),
  z.strictObject({ kind: z.literal('teams'), url: address }),
  z.strictObject({ kind: z.literal('webhook'), url: address }),
  channelSettingsSchema.options[4].extend({ url: address, token }),
])
export type ChannelTyped = z.infer<typeof channelTypedSchema>

export const alertChannelSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  settings: channelSettingsSchema,
  schedule: alertScheduleSchema,
  enabled: z.boolean(),
  /** Where it leads, without what is secret of the address; empty for e-mail. */
  host: z.string(),
  created_at: z.iso.datetime(),
})
export type AlertChannel = z.infer<typeof alertChannelSchema>

/** With what its receiver checks signatures by: this answer is the only time it is shown. */
const signingShown = z.object({ signing_secret: z.string().nullable() })

const trySchema = z.object({
  n: z.int(),
  at: z.iso.datetime(),
  took_ms: z.int(),
  ok: z.boolean(),
  /** Of HTTP; null when there was no answer, and for mail. */
  status: z.int().nullable(),
  sentence: z.string(),
  next_try_at: z.iso.datetime().nullable(),
})
export type AlertTry = z.infer<typeof trySchema>

export const alertDeliverySchema = z.object({
  id: z.uuid(),
  kind: z.enum(['alert', 'digest', 'test']),
  title: z.string(),
  rules: z.array(z.string()),
  owners: z.array(z.string()),
  channel: z.object({ id: z.uuid(), name: z.string(), kind: z.enum(channelKinds) }),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  last_sentence: z.string(),
  created_at: z.iso.datetime(),
  next_try_at: z.iso.datetime().nullable(),
  finished_at: z.iso.datetime().nullable(),
})
export type AlertDelivery = z.infer<typeof alertDeliverySchema>

const eventSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  severity: alertSeveritySchema,
  amount: decimalSchema.nullable(),
  currency: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  href: z.string(),
  at: z.iso.datetime(),
})

const id = z.uuid()
const gone = answer(z.object({ removed: z.literal(true) }))
const { enabled, filters, owners, min_amount, channels, min_severity, ...rest } = alertRuleInput
const newRule = {
  ...rest,
  enabled: enabled.default(true),
  min_severity: min_severity.default('low'),
  min_amount: min_amount.default(null),
  filters: filters.default([]),
  channels: channels.default([]),
  owners: owners.default([]),
}
/** Asked of the past; a rule need not be kept for that. */
const wishes = z.strictObject({
  kinds: newRule.kinds,
  min_severity: newRule.min_severity,
  min_amount: newRule.min_amount,
  filters: newRule.filters,
})

const letters = { enabled: z.boolean(), ...letterWishesSchema.shape, schedule: alertScheduleSchema }
/** Letters of one's own, of the organisation one acts for, with the address they go to. */
const lettersShown = z.object({ ...letters, address: z.string() })

export const alerts = {
  rules: route({
    method: 'GET',
    path: '/v1/alerts/rules',
    summary: 'Alert rules by name',
    tag,
    needs: 'notifications:read',
    input: z.object({}),
    output: answer(z.array(alertRuleSchema)),
  }),
  addRule: route({
    method: 'POST',
    path: '/v1/alerts/rules',
    summary: 'Add an alert rule',
    tag,
    needs: 'alerts:write',
    input: z.strictObject(newRule),
    output: answer(alertRuleSchema),
  }),
  tryRule: route({
    method: 'POST',
    path: '/v1/alerts/rules/try',
    idempotency: 'safe',
    summary: 'What a rule would have told in the last 30 days',
    tag,
    needs: 'notifications:read',
    input: wishes,
    output: z.object({
      data: z.array(eventSchema),
      /** `whole` is false when more happened than was looked at. */
      meta: z.object({ total: z.int(), days: z.int(), whole: z.boolean() }),
    }),
  }),
  changeRule: route({
    method: 'PATCH',
    path: '/v1/alerts/rules/{id}',
    summary: 'Change an alert rule',
    tag,
    needs: 'alerts:write',
    input: z.strictObject(alertRuleInput).partial().extend({ id }),
    output: answer(alertRuleSchema),
  }),
  removeRule: route({
    method: 'DELETE',
    path: '/v1/alerts/rules/{id}',
    summary: 'Remove an alert rule',
    tag,
    needs: 'alerts:write',
    input: z.object({ id }),
    output: gone,
  }),
  channels: route({
    method: 'GET',
    path: '/v1/alerts/channels',
    summary: 'Channels alerts are told through, without their secrets',
    tag,
    needs: 'notifications:read',
    input: z.object({}),
    output: answer(z.array(alertChannelSchema)),
  }),
  addChannel: route({
    method: 'POST',
    path: '/v1/alerts/channels',
    summary: 'Add a channel; a webhook’s signing secret is shown this once',
    tag,
    needs: 'channels:write',
    input: z.strictObject({
      name,
      enabled: z.boolean().default(true),
      schedule: alertScheduleSchema,
      typed: channelTypedSchema,
    }),
    output: answer(alertChannelSchema.extend(signingShown.shape)),
  }),
  changeChannel: route({
    method: 'PATCH',
    path: '/v1/alerts/channels/{id}',
    summary: 'Change a channel; a new address comes with all its secrets',
    tag,
    needs: 'channels:write',
    input: z.strictObject({
      id,
      name: name.optional(),
      enabled: z.boolean().optional(),
      schedule: alertScheduleSchema.optional(),
      /** Of the same kind; left out, what was typed before stays. */
      typed: channelTypedSchema.optional(),
    }),
    output: answer(alertChannelSchema),
  }),
  removeChannel: route({
    method: 'DELETE',
    path: '/v1/alerts/channels/{id}',
    summary: 'Remove a channel; its secrets are forgotten, its log stays',
    tag,
    needs: 'channels:write',
    input: z.object({ id }),
    output: gone,
  }),
  testChannel: route({
    method: 'POST',
    path: '/v1/alerts/channels/{id}/test',
    summary: 'Send a test message now, and answer what came back',
    tag,
    needs: 'channels:write',
    input: z.object({ id }),
    output: answer(alertDeliverySchema.extend({ last_try: trySchema })),
  }),
  renewSecret: route({
    method: 'POST',
    path: '/v1/alerts/channels/{id}/signing-secret',
    summary: 'A new signing secret for a webhook, shown this once; the old one holds for another day',
    tag,
    needs: 'channels:write',
    input: z.object({ id }),
    output: answer(z.object({ signing_secret: z.string(), old_until: z.iso.datetime() })),
  }),
  letters: route({
    method: 'GET',
    path: '/v1/alerts/letters',
    summary: 'What I am written to about, and when',
    tag,
    needs: 'person',
    input: z.object({}),
    output: answer(lettersShown),
  }),
  setLetters: route({
    method: 'PUT',
    path: '/v1/alerts/letters',
    summary: 'Choose what I am written to about: at once or gathered, by my own clock, not in my quiet hours',
    tag,
    needs: 'person',
    input: z.strictObject(letters),
    output: answer(lettersShown),
  }),
  deliveries: route({
    method: 'GET',
    path: '/v1/alerts/deliveries',
    summary: 'What was sent, the newest first',
    tag,
    needs: 'notifications:read',
    input: z.object({
      ...pageInput,
      search: z.string().trim().max(200).optional(),
      status: z.enum(deliveryStatuses).optional(),
      channel: z.uuid().optional(),
    }),
    output: pageOf(alertDeliverySchema),
  }),
  delivery: route({
    method: 'GET',
    path: '/v1/alerts/deliveries/{id}',
    summary: 'One delivery with each try and what it told of',
    tag,
    needs: 'notifications:read',
    input: z.object({ id }),
    output: answer(alertDeliverySchema.extend({ tries: z.array(trySchema), events: z.array(eventSchema) })),
  }),
  sendAgain: route({
    method: 'POST',
    path: '/v1/alerts/deliveries/{id}/retry',
    summary: 'Send a delivery again now that was given up, or waits for its next try',
    tag,
    needs: 'alerts:write',
    input: z.object({ id }),
    output: answer(alertDeliverySchema),
  }),
}
