import { policySettingsSchema } from '@kept/domain/security-policy.ts'
import { policyKinds, retentionData } from '@kept/domain/security-policy-kinds.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'
import { requiredTagsReportSchema } from './required-tags.ts'

const tag = 'Security'

/** ID or slug of the caller's own organization. */
const organization = z.string().min(1).max(80)
const id = z.uuid()

const policySchema = z.object({
  id: z.uuid(),
  kind: z.enum(policyKinds),
  /** The settings of its kind. */
  settings: policySettingsSchema,
  enabled: z.boolean(),
  updated_by: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export type SecurityPolicy = z.infer<typeof policySchema>

const affectedSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** What happens to them: "has to set up a second factor". */
  effect: z.string(),
})

const policyPreviewSchema = z.object({
  /** Users and API keys that the policy would change something for, by name. */
  people: z.array(affectedSchema),
  api_keys: z.array(affectedSchema),
  /** Of a retention policy: how much it would delete today, by kind of data, of days before `before`. */
  data: z.array(z.object({ data: z.enum(retentionData), before: z.iso.date(), rows: z.int() })),
  /** Of a policy of required tags: the resources that lack them today. Null for the others. */
  tags: requiredTagsReportSchema.nullable(),
  /** Why it cannot be enabled: it would lock out the caller or every admin. Null when it can. */
  refusal: z.string().nullable(),
})
export type PolicyPreview = z.infer<typeof policyPreviewSchema>

const settings = policySettingsSchema.describe(
  'second_factor: applies_to. session_lifetime: max_hours, idle_minutes. sign_in: methods, email_domains. api_keys: max_days, ranges. network: ranges, covers. approvals: actors, approve_above. retention: cost_line_days, roll_up_days, span_days, metric_days, audit_days. required_tags: tags, resource_types, accounts.',
)

export const securityPolicies = {
  list: route({
    method: 'GET',
    path: '/v1/security/{organization}/policies',
    summary: 'List security policies',
    tag,
    needs: 'security:read',
    input: z.object({ organization }),
    output: answer(z.array(policySchema)),
  }),
  get: route({
    method: 'GET',
    path: '/v1/security/{organization}/policies/{id}',
    summary: 'Get a security policy',
    tag,
    needs: 'security:read',
    input: z.object({ organization, id }),
    output: answer(policySchema),
  }),
  preview: route({
    method: 'POST',
    path: '/v1/security/{organization}/policies/preview',
    summary: 'Preview a security policy',
    description: 'Lists the users and API keys that an enabled policy would affect. Nothing is changed.',
    tag,
    needs: 'security:read',
    idempotency: 'safe',
    input: z.strictObject({ organization, kind: z.enum(policyKinds), settings }),
    output: answer(policyPreviewSchema),
  }),
  create: route({
    method: 'POST',
    path: '/v1/security/{organization}/policies',
    summary: 'Create a security policy',
    description:
      'One of each kind. An enabled policy is enforced at once, and cannot lock out the caller or every admin.',
    tag,
    needs: 'security:write',
    input: z.strictObject({ organization, kind: z.enum(policyKinds), settings, enabled: z.boolean().default(false) }),
    output: answer(policySchema),
  }),
  update: route({
    method: 'PATCH',
    path: '/v1/security/{organization}/policies/{id}',
    summary: 'Update a security policy',
    description: 'Replaces the settings, or enables or disables the policy.',
    tag,
    needs: 'security:write',
    input: z.strictObject({ organization, id, settings: settings.optional(), enabled: z.boolean().optional() }),
    output: answer(policySchema),
  }),
  remove: route({
    method: 'DELETE',
    path: '/v1/security/{organization}/policies/{id}',
    summary: 'Delete a security policy',
    tag,
    needs: 'security:write',
    input: z.object({ organization, id }),
    output: answer(z.object({ deleted: z.literal(true) })),
  }),
}
