import {
  alertRuleInput,
  alertRuleSchema,
  alertScheduleSchema,
  alertSeveritySchema,
  channelSettingsSchema,
  emailPreferencesSchema,
} from '@kept/domain/alert.ts'
import { channelKinds, deliveryStatuses } from '@kept/domain/alert-labels.ts'
import { decimalSchema } from '@kept/domain/money.ts'
import * as z from 'zod'
import { changeChannelInput, newChannelInput, newRuleInput } from '../inputs/alerts.ts'
import { answer, pageInput, pageOf, route } from '../route.ts'

const tag = 'Alerts'

const alertChannelSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  settings: channelSettingsSchema,
  schedule: alertScheduleSchema,
  enabled: z.boolean(),
  /** The host of its address without the secret path; empty for email. */
  host: z.string(),
  created_at: z.iso.datetime(),
})
export type AlertChannel = z.infer<typeof alertChannelSchema>

/** The secret with which the receiver checks signatures, returned only once. */
const signingSecretSchema = z.object({ signing_secret: z.string().nullable() })

const trySchema = z.object({
  n: z.int(),
  at: z.iso.datetime(),
  duration_ms: z.int(),
  ok: z.boolean(),
  /** HTTP status; null without a response, and for email. */
  status: z.int().nullable(),
  sentence: z.string(),
  next_attempt_at: z.iso.datetime().nullable(),
})
export type AlertTry = z.infer<typeof trySchema>

const alertDeliverySchema = z.object({
  id: z.uuid(),
  kind: z.enum(['alert', 'digest', 'test']),
  title: z.string(),
  rules: z.array(z.string()),
  owners: z.array(z.string()),
  channel: z.object({ id: z.uuid(), name: z.string(), kind: z.enum(channelKinds) }),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  last_result: z.string(),
  created_at: z.iso.datetime(),
  next_attempt_at: z.iso.datetime().nullable(),
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
const removedResponse = answer(z.object({ removed: z.literal(true) }))
/** A preview works on unsaved rules too. */
const previewInput = z.strictObject({
  kinds: newRuleInput.shape.kinds,
  min_severity: newRuleInput.shape.min_severity,
  min_amount: newRuleInput.shape.min_amount,
  filters: newRuleInput.shape.filters,
})

const emailPreferences = { enabled: z.boolean(), ...emailPreferencesSchema.shape, schedule: alertScheduleSchema }
/** The caller's own email preferences in the active organization, with the address. */
const emailPreferencesAnswer = z.object({
  ...emailPreferences,
  address: z.string(),
  is_default: z.boolean().describe('True until the user saves preferences'),
})

export const alerts = {
  rules: route({
    method: 'GET',
    path: '/v1/alerts/rules',
    summary: 'List alert rules',
    description: 'By name.',
    tag,
    needs: 'notifications:read',
    input: z.object({}),
    output: answer(z.array(alertRuleSchema)),
  }),
  addRule: route({
    method: 'POST',
    path: '/v1/alerts/rules',
    summary: 'Create an alert rule',
    tag,
    needs: 'alerts:write',
    input: newRuleInput,
    output: answer(alertRuleSchema),
  }),
  previewRule: route({
    method: 'POST',
    path: '/v1/alerts/rules/preview',
    idempotency: 'safe',
    summary: 'Preview an alert rule',
    description: 'The alerts it would have sent in the last 30 days. Nothing is saved.',
    tag,
    needs: 'notifications:read',
    input: previewInput,
    output: z.object({
      data: z.array(eventSchema),
      /** `complete` is false when there were more events than the preview reads. */
      meta: z.object({ total: z.int(), days: z.int(), complete: z.boolean() }),
    }),
  }),
  changeRule: route({
    method: 'PATCH',
    path: '/v1/alerts/rules/{id}',
    summary: 'Update an alert rule',
    tag,
    needs: 'alerts:write',
    input: z.strictObject(alertRuleInput).partial().extend({ id }),
    output: answer(alertRuleSchema),
  }),
  removeRule: route({
    method: 'DELETE',
    path: '/v1/alerts/rules/{id}',
    summary: 'Delete an alert rule',
    tag,
    needs: 'alerts:write',
    input: z.object({ id }),
    output: removedResponse,
  }),
  channels: route({
    method: 'GET',
    path: '/v1/alerts/channels',
    summary: 'List alert channels',
    description: 'Secrets are never returned.',
    tag,
    needs: 'notifications:read',
    input: z.object({}),
    output: answer(z.array(alertChannelSchema)),
  }),
  addChannel: route({
    method: 'POST',
    path: '/v1/alerts/channels',
    summary: 'Create an alert channel',
    description: 'The signing secret of a webhook is returned only once.',
    tag,
    needs: 'channels:write',
    input: newChannelInput,
    output: answer(alertChannelSchema.extend(signingSecretSchema.shape)),
  }),
  changeChannel: route({
    method: 'PATCH',
    path: '/v1/alerts/channels/{id}',
    summary: 'Update an alert channel',
    description: 'A new address must come with all its secrets.',
    tag,
    needs: 'channels:write',
    input: changeChannelInput,
    output: answer(alertChannelSchema),
  }),
  removeChannel: route({
    method: 'DELETE',
    path: '/v1/alerts/channels/{id}',
    summary: 'Delete an alert channel',
    description: 'Its secrets are deleted. Its delivery log is kept.',
    tag,
    needs: 'channels:write',
    input: z.object({ id }),
    output: removedResponse,
  }),
  testChannel: route({
    method: 'POST',
    path: '/v1/alerts/channels/{id}/test',
    summary: 'Test an alert channel',
    description: 'Sends a test message now and returns the response of the receiver.',
    tag,
    needs: 'channels:write',
    input: z.object({ id }),
    output: answer(alertDeliverySchema.extend({ last_attempt: trySchema })),
  }),
  renewSecret: route({
    method: 'POST',
    path: '/v1/alerts/channels/{id}/signing-secret',
    summary: 'Rotate the signing secret of a channel',
    description: 'The new secret is returned only once. The previous one stays valid for a day.',
    tag,
    needs: 'channels:write',
    input: z.object({ id }),
    output: answer(z.object({ signing_secret: z.string(), old_until: z.iso.datetime() })),
  }),
  emailPreferences: route({
    method: 'GET',
    path: '/v1/alerts/email-preferences',
    summary: 'Get email preferences',
    description:
      'Your email notifications in this organization. Until you save them, those who manage security get serious security alerts that no alert rule sends; others get none.',
    tag,
    needs: 'person',
    input: z.object({}),
    output: answer(emailPreferencesAnswer),
  }),
  setEmailPreferences: route({
    method: 'PUT',
    path: '/v1/alerts/email-preferences',
    summary: 'Update email preferences',
    description: 'Instant emails or digests, in your own time zone, outside your quiet hours.',
    tag,
    needs: 'person',
    input: z.strictObject(emailPreferences),
    output: answer(emailPreferencesAnswer),
  }),
  deliveries: route({
    method: 'GET',
    path: '/v1/alerts/deliveries',
    summary: 'List alert deliveries',
    description: 'Newest first.',
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
    summary: 'Get an alert delivery',
    description: 'With each attempt and the alerts it contains.',
    tag,
    needs: 'notifications:read',
    input: z.object({ id }),
    output: answer(alertDeliverySchema.extend({ tries: z.array(trySchema), events: z.array(eventSchema) })),
  }),
  retryDelivery: route({
    method: 'POST',
    path: '/v1/alerts/deliveries/{id}/retry',
    summary: 'Retry an alert delivery',
    description: 'For a delivery that failed or waits for its next attempt.',
    tag,
    needs: 'alerts:write',
    input: z.object({ id }),
    output: answer(alertDeliverySchema),
  }),
}
