/**
 * For tests: fields of bodies and queries that name an object or a user of an organization, by "METHOD path field". A
 * field with the format of an id that is not listed here fails in `foreign-ids-in-bodies.test.ts`.
 */
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import * as z from 'zod'
import { IdentityProviderForTest } from '../identity/saml/testing/identity-provider.ts'
import type { KnownRoute } from './every-route.ts'
import type { Schema } from './hostile.ts'

export interface BodyId {
  /** "table.column" that has such an id, or whose ID or address it is. */
  source: string
  /** Fields with the id in its place, and others that the route needs with it: objects of the caller's organization. */
  fields(id: string, own: OwnIds): Record<string, unknown>
}

interface OwnIds {
  user: string
  recommendation: string
}

const channels = (id: string) => ({ channels: [id] })
const reviewers = (id: string) => ({ reviewers: [id] })
const ownerId = (id: string) => ({ owner_id: id })
const commander = (id: string) => ({ commander_id: id })
const customRole = (id: string) => ({ role: 'user', custom_role_id: id })
const defaultRole = (id: string) => ({ default_role: 'user', default_custom_role_id: id })
const dryRun = (id: string) => ({ dry_run_id: id })
const ticketChannel = (id: string) => ({ channel_id: id })

export const bodyIds: Record<string, BodyId> = {
  'POST /v1/imports uploads[]': { source: 'upload.id', fields: (id) => ({ uploads: [id] }) },
  'POST /v1/imports connection_id': {
    source: 'cloud_connection.id',
    fields: (id) => ({ urls: ['s3://bucket/bill.csv'], connection_id: id }),
  },
  'POST /v1/notifications/read ids[]': { source: 'notification.id', fields: (id) => ({ ids: [id] }) },
  'POST /v1/billing/{organization}/invoices/{id}/dispute line_id': {
    source: 'billing_invoice_line.id',
    fields: (id) => ({ line_id: id, reason: 'wrong' }),
  },
  'POST /v1/billing/{organization}/invoices/{id}/pay payment_method_id': {
    source: 'billing_payment_method.id',
    fields: (id) => ({ payment_method_id: id }),
  },
  'POST /v1/alerts/rules channels[]': { source: 'alert_channel.id', fields: channels },
  'PATCH /v1/alerts/rules/{id} channels[]': { source: 'alert_channel.id', fields: channels },
  'GET /v1/alerts/deliveries channel': { source: 'alert_channel.id', fields: (id) => ({ channel: id }) },
  'PUT /v1/saved-reports/{id}/schedule channels[]': {
    source: 'alert_channel.id',
    fields: (id) => ({ channels: [id], recipients: [], time_zone: 'UTC' }),
  },
  'POST /v1/cost-optimization/recommendations/{id}/remediate dry_run_id': {
    source: 'remediation_action.id',
    fields: dryRun,
  },
  'POST /v1/cost-optimization/recommendations/{id}/pull-request channel_id': {
    source: 'alert_channel.id',
    fields: ticketChannel,
  },
  'POST /v1/cost-optimization/recommendations/{id}/tickets channel_id': {
    source: 'alert_channel.id',
    fields: ticketChannel,
  },
  'POST /v1/cost-optimization/anomalies/{id}/tickets channel_id': { source: 'alert_channel.id', fields: ticketChannel },
  'POST /api/users custom_role_id': { source: 'custom_role.id', fields: customRole },
  'PATCH /api/users/{id} custom_role_id': { source: 'custom_role.id', fields: customRole },
  'POST /v1/users/bulk-update user_ids[]': {
    source: 'user',
    fields: (id) => ({ user_ids: [id], updates: { role: 'billing_admin' } }),
  },
  'POST /v1/users/bulk-update updates.custom_role_id': {
    source: 'custom_role.id',
    fields: (id, { user }) => ({ user_ids: [user], updates: customRole(id) }),
  },
  'POST /v1/users/bulk-delete user_ids[]': { source: 'user', fields: (id) => ({ user_ids: [id] }) },
  'POST /v1/users/restore user_ids[]': { source: 'user', fields: (id) => ({ user_ids: [id] }) },
  'POST /v1/users/invite custom_role_id': { source: 'custom_role.id', fields: customRole },
  'POST /v1/organizations/{id}/identity-providers default_custom_role_id': {
    source: 'custom_role.id',
    fields: defaultRole,
  },
  'PATCH /v1/organizations/{id}/identity-providers/{provider_id} default_custom_role_id': {
    source: 'custom_role.id',
    fields: defaultRole,
  },
  'POST /v1/organizations/{id}/saml-providers default_custom_role_id': {
    source: 'custom_role.id',
    fields: (id) => ({
      ...{ name: 'Second', metadata: new IdentityProviderForTest().metadata(), domains: ['second.example'] },
      ...defaultRole(id),
    }),
  },
  'PATCH /v1/organizations/{id}/saml-providers/{provider_id} default_custom_role_id': {
    source: 'custom_role.id',
    fields: defaultRole,
  },
  'PUT /v1/organizations/{id}/group-roles group_roles[].custom_role_id': {
    source: 'custom_role.id',
    fields: (id) => ({ group_roles: [{ group: 'All', role: 'user', custom_role_id: id }] }),
  },
  'POST /v1/security/{organization}/incidents commander_id': { source: 'user', fields: commander },
  'PATCH /v1/security/{organization}/incidents/{id} commander_id': { source: 'user', fields: commander },
  'POST /v1/security/{organization}/incidents source_id': {
    source: 'loop_incident.id',
    fields: (id) => ({ source: 'loop', source_id: id }),
  },
  'PATCH /v1/security/{organization}/incidents/{id} attach.id': {
    source: 'loop_incident.id',
    fields: (id) => ({ attach: { kind: 'loop', id } }),
  },
  'POST /v1/security/{organization}/incidents/{id}/actions owner_id': { source: 'user', fields: ownerId },
  'PATCH /v1/security/{organization}/incidents/{id}/actions/{action_id} owner_id': { source: 'user', fields: ownerId },
  'PUT /v1/security/{organization}/compliance/{framework}/{control}/assignment owner_id': {
    source: 'user',
    fields: ownerId,
  },
  'PUT /v1/security/{organization}/access-controls people[].id': {
    source: 'user',
    fields: (id) => ({ people: [{ id, role: 'billing_admin' }] }),
  },
  'PUT /v1/security/{organization}/access-controls people[].custom_role_id': {
    source: 'custom_role.id',
    fields: (id, { user }) => ({ people: [{ id: user, custom_role_id: id }] }),
  },
  'PUT /v1/security/{organization}/access-controls custom_roles[].id': {
    source: 'custom_role.id',
    fields: (id) => ({ custom_roles: [{ id, name: 'Renamed', permissions: ['costs:read'] }] }),
  },
  'POST /v1/security/{organization}/access-reviews reviewers[]': {
    source: 'user',
    fields: (id) => ({ reviewers: [id], due_date: utcDay(Date.now() + 7 * 86_400_000) }),
  },
  'POST /v1/security/{organization}/access-reviews/{id}/decisions items[]': {
    source: 'access_review_item.id',
    fields: (id) => ({ items: [id] }),
  },
  'PUT /v1/security/{organization}/access-review-schedule reviewers[]': { source: 'user', fields: reviewers },
  // Last: they see or change what the others need.
  'POST /v1/cost-optimization/recommendations/decisions ids[]': {
    source: 'recommendation.id',
    fields: (id) => ({ ids: [id], decision: 'snooze', until: '2099-01-01' }),
  },
  'POST /v1/cost-optimization/recommendations/decisions owner.id': {
    source: 'user',
    fields: (id, { recommendation }) => ({
      ...{ ids: [recommendation], decision: 'assign', owner: { type: 'person', id } },
    }),
  },
  'GET /api/users custom_role_id': { source: 'custom_role.id', fields: (id) => ({ custom_role_id: id }) },
}

/** Fields with the format of an id that are not asked with an id of another organization, with the reason. */
export const leftOut: Record<string, string> = {
  'POST /v1/admin/jobs/retry ids[]': 'jobs of the installation, for its operator',
  'POST /v1/admin/commission/bulk-update customer_ids[]': 'the operator sees every organization',
  'POST /v1/admin/commission/preview customer_id': 'the operator sees every organization',
  'POST /v1/billing/{organization}/credits/purchase payment_method_id': 'not read without a payment provider',
  'POST /v1/loops/{id}/pause dry_run_id': 'not read for a loop that Kept cannot pause, as the planted one',
  'POST /v1/loops/{id}/stop dry_run_id': 'not read for a loop that Kept cannot stop, as the planted one',
  'POST /v1/cost-optimization/recommendations/{id}/accept owner': 'text that is stored as it is written',
  'POST /v1/budgets owner': 'text that is stored as it is written',
  'PATCH /v1/budgets/{id} owner': 'text that is stored as it is written',
  'POST /v1/billing/{organization}/alerts owner': 'text that is stored as it is written',
  'PATCH /v1/billing/{organization}/alerts/{id} owner': 'text that is stored as it is written',
  'GET /v1/resources owner': 'text that owners of the own resources are compared with',
  'GET /v1/resource-groups owner': 'text that owners of the own resources are compared with',
  'POST /v1/resources/inventory items[].owner': 'text that is stored as it is written',
  'GET /v1/cloud-connections/{id}/units cursor': 'a position in a list of the connection in the path',
}

/** Names of fields that hold an id or an address of a user without saying so in their format. */
const idNames = /(^|\.)(owner|owner\.id|user_ids\[\]|people\[\]\.id|attach\.id|source_id|commander_id)$/

/** "METHOD path field" of each field that holds an id, beside those of the path. */
export function listBodyIds({ method: verb, path, input }: KnownRoute): string[] {
  if (!input) return []
  const fields = new Set<string>()
  collect(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema, '', fields)
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
  return [...fields].filter((field) => !inPath.has(field)).map((field) => `${verb} ${path} ${field}`)
}

function collect(schema: Schema, at: string, fields: Set<string>): void {
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    collect(part, at, fields)
  for (const [name, part] of Object.entries(schema.properties ?? {}))
    collect(part, at === '' ? name : `${at}.${name}`, fields)
  if (schema.items) collect(schema.items, `${at}[]`, fields)
  const isText = schema.type === 'string'
  if (isText && (schema.format === 'uuid' || idNames.test(at))) fields.add(at)
}
