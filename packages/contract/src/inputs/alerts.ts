/** What the forms of alert rules and channels send. */
import { alertRuleInput, alertScheduleSchema, channelSettingsSchema } from '@kept/domain/alert.ts'
import { nameSchema } from '@kept/domain/name.ts'
import * as z from 'zod'

const { enabled, filters, owners, min_amount, channels, min_severity, ...requiredInput } = alertRuleInput
export const newRuleInput = z.strictObject({
  ...requiredInput,
  enabled: enabled.default(true),
  min_severity: min_severity.default('low'),
  min_amount: min_amount.default(null),
  filters: filters.default([]),
  channels: channels.default([]),
  owners: owners.default([]),
})

/** A webhook address of another service. It is a secret, so it is encrypted. */
const address = z.url({ protocol: /^https?$/, error: 'must be an address that begins with https://' }).max(2000)
const token = z.string().trim().min(1).max(2000)
/** As Slack shows it under Basic Information. */
const signingSecret = z
  .string()
  .trim()
  .regex(/^[0-9a-f]{32,64}$/, 'must be the signing secret of a Slack app: 32 characters, 0 to 9 and a to f')
const name = nameSchema(120)

/** The settings of a channel as entered, with its secrets. */
const channelTypedSchema = z.discriminatedUnion('kind', [
  z.strictObject(channelSettingsSchema.options[0].shape),
  z.strictObject({ kind: z.literal('slack'), url: address, signing_secret: signingSecret.optional() }),
  z.strictObject({ kind: z.literal('teams'), url: address }),
  z.strictObject({ kind: z.literal('webhook'), url: address }),
  channelSettingsSchema.options[4].extend({ url: address, token }),
  channelSettingsSchema.options[5].extend({ url: address, token }),
  channelSettingsSchema.options[6].extend({ url: address, token }),
])
export type ChannelTyped = z.infer<typeof channelTypedSchema>

export const newChannelInput = z.strictObject({
  name,
  enabled: z.boolean().default(true),
  schedule: alertScheduleSchema,
  typed: channelTypedSchema,
})
export const changeChannelInput = z.strictObject({
  id: z.uuid(),
  name: name.optional(),
  enabled: z.boolean().optional(),
  schedule: alertScheduleSchema.optional(),
  /** Must be of the same kind. Left out, the settings stay. */
  typed: channelTypedSchema.optional(),
})
