/**
 * For tests: where the ids in the paths of routes come from. Each parameter, written with the path up to it, names a
 * column; a route with a parameter that is not listed here throws.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { firstValueOf } from '@kept/store/testing/first-value.ts'

/** Columns that hold the id, by the path that ends with the parameter. */
const columns = {
  '/api/users/{id}': 'membership.user_id',
  '/v1/admin/billing/credits/{id}': 'billing_credit.id',
  '/v1/admin/billing/customers/{id}': 'membership.organization_id',
  '/v1/admin/billing/disputes/{id}': 'billing_dispute.id',
  '/v1/admin/billing/invoices/{id}': 'billing_invoice.id',
  '/v1/admin/billing/payments/{id}': 'billing_payment.id',
  '/v1/admin/commission/customers/{id}': 'membership.organization_id',
  '/v1/alerts/channels/{id}': 'alert_channel.id',
  '/v1/alerts/deliveries/{id}': 'alert_delivery.id',
  '/v1/alerts/rules/{id}': 'alert_rule.id',
  '/v1/api-keys/{id}': 'api_key.id',
  '/v1/autopilot/policies/{id}': 'autopilot_policy.id',
  '/v1/billing/{organization}': 'membership.organization_id',
  '/v1/billing/{organization}/alerts/{id}': 'billing_alert.id',
  '/v1/billing/{organization}/invoices/{id}': 'billing_invoice.id',
  '/v1/billing/{organization}/payment-methods/{id}': 'billing_payment_method.id',
  '/v1/budgets/{id}': 'budget.id',
  '/v1/cloud-connections/{id}': 'sync_connection.id',
  '/v1/connections/{id}': 'cloud_connection.id',
  '/v1/cost-optimization/anomalies/{id}': 'anomaly.id',
  '/v1/cost-optimization/known-events/{id}': 'known_event.id',
  '/v1/cost-optimization/metric-anomalies/{id}': 'metric_anomaly.id',
  '/v1/cost-optimization/recommendation-comments/{id}': 'recommendation_comment.id',
  '/v1/cost-optimization/recommendations/{id}': 'recommendation.id',
  '/v1/costs/annotations/{id}': 'cost_annotation.id',
  '/v1/costs/views/{id}': 'saved_view.id',
  '/v1/developer-behavior/analyses/{id}': 'behavior_run.id',
  '/v1/developer-behavior/environments/{id}': 'behavior_environment.environment_id',
  '/v1/developer-behavior/environments/{id}/exceptions/{exception}': 'schedule_exception.id',
  '/v1/developer-behavior/hooks/{id}': 'behavior_hook.id',
  '/v1/imports/{id}': 'import.id',
  '/v1/loops/rules/{id}': 'loop_rule.id',
  '/v1/loops/{id}': 'loop_incident.id',
  '/v1/organizations/{id}': 'membership.organization_id',
  '/v1/organizations/{id}/domains/{domain}': 'organization_domain.domain',
  '/v1/organizations/{id}/identity-providers/{provider_id}': 'identity_provider.id',
  '/v1/organizations/{id}/provisioning/tokens/{token_id}': 'scim_token.id',
  '/v1/remediation/accounts/{id}': 'cloud_account.id',
  '/v1/remediation/approvals/{id}': 'action_approval.id',
  '/v1/remediation/slack-links/{id}': 'slack_person.id',
  '/v1/resources/{id}': 'resource.resource_id',
  '/v1/saved-reports/{id}': 'saved_report.id',
  '/v1/saved-reports/{id}/runs/{run_id}': 'report_run.id',
  '/v1/savings/actions/{id}': 'savings_action.id',
  '/v1/savings/statements/{id}': 'savings_statement.id',
  '/v1/security/{organization}': 'membership.organization_id',
  '/v1/security/{organization}/access-reviews/{id}': 'access_review.id',
  '/v1/security/{organization}/api-keys/{id}': 'api_key.id',
  '/v1/security/{organization}/audit-logs/{id}': 'audit_event.id',
  '/v1/security/{organization}/audit-streams/{id}': 'audit_stream.id',
  '/v1/security/{organization}/compliance-evidence/{id}': 'compliance_evidence.id',
  '/v1/security/{organization}/incidents/{id}': 'security_incident.id',
  '/v1/security/{organization}/incidents/{id}/actions/{action_id}': 'security_incident_action.id',
  '/v1/security/{organization}/policies/{id}': 'security_policy.id',
  '/v1/security/{organization}/scans/{id}': 'security_scan.id',
  '/v1/users/import/{id}': 'people_import.id',
  '/v1/users/invitations/{id}': 'invitation.id',
  '/v1/users/{id}': 'membership.user_id',
} as const

/** Parameters that name no object of an organization, with a value that exists. */
const choices = {
  '/v1/admin/billing/dunning-campaigns/{currency}': 'USD',
  '/v1/costs/dimensions/{name}': 'service',
  '/v1/reports/{id}': 'tag-coverage',
  '/v1/security/{organization}/compliance/{framework}': 'soc2',
  '/v1/security/{organization}/compliance/{framework}/{control}': 'CC6.1',
  '/v1/security/{organization}/scan-schedules/{kind}': 'self',
} as const

/** Ids that tests name: of a person, who belongs to no organization, and of one kind of the rows of a table. */
const ofTests = {
  '/api/auth/passkeys/{id}': 'passkeyId',
  '/api/auth/sessions/{id}': 'sessionId',
  '/v1/organizations/{id}/saml-providers/{provider_id}': 'samlProviderId',
  '/v1/savings/price-notices/{id}': 'priceNoticeId',
  '/v1/users/{id}/sessions/{sessionId}': 'sessionId',
} as const
type NamedIds = Record<(typeof ofTests)[keyof typeof ofTests], string>

const ownOrganization = ['/v1/security/{organization}', '/v1/billing/{organization}', '/v1/organizations/{id}']

export interface ObjectIds {
  /** By the path that ends with the parameter. */
  readonly byPath: ReadonlyMap<string, string>
}

/** One object of the organization of each kind; throws for a kind of which it has none. */
export async function readObjectIds(database: Database, scope: Scope, named: NamedIds): Promise<ObjectIds> {
  const entries: [string, string][] = await database.scoped(scope, async (tx) => {
    const read: [string, string][] = []
    for (const [path, source] of Object.entries(columns)) {
      const id = await firstValueOf(tx, source)
      if (id === undefined) throw new Error(`${path}: the organization has no row for ${source}.`)
      read.push([path, id])
    }
    return read
  })
  const ofNames = Object.entries(ofTests).map(([path, name]): [string, string] => [path, named[name]])
  return { byPath: new Map([...entries, ...ofNames]) }
}

/** True when some parameter of the path names an object of an organization. Throws for one that is not listed. */
export function namesObject(path: string): boolean {
  return prefixesOf(path).some((prefix) => {
    if (isKeyOf(columns, prefix) || isKeyOf(ofTests, prefix)) return true
    if (isKeyOf(choices, prefix)) return false
    throw new Error(`${prefix}: say in testing/object-ids.ts where such an id is read.`)
  })
}

/** True when the path names the organization itself, and something else after it. */
export function namesObjectOfOrganization(path: string): boolean {
  const [first, ...others] = prefixesOf(path)
  return first !== undefined && ownOrganization.includes(first) && others.some((prefix) => !isKeyOf(choices, prefix))
}

/** The path with the ids; `overrides` replaces some, by the path that ends with the parameter. */
export function fillPath(path: string, ids: ObjectIds, overrides: Record<string, string> = {}): string {
  const values = pathValuesOf(path, ids, overrides)
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** The ids by the name of their parameter. */
export function pathValuesOf(
  path: string,
  { byPath }: ObjectIds,
  overrides: Record<string, string> = {},
): Record<string, string> {
  return Object.fromEntries(
    prefixesOf(path).map((prefix) => {
      const id = overrides[prefix] ?? (isKeyOf(choices, prefix) ? choices[prefix] : byPath.get(prefix))
      if (id === undefined) throw new Error(`${prefix}: no id.`)
      return [/\{(\w+)\}$/.exec(prefix)?.[1] ?? '', id]
    }),
  )
}

/** The path up to the last parameter that names an object. */
export function lastParameterOf(path: string): string | undefined {
  return prefixesOf(path).findLast((prefix) => !isKeyOf(choices, prefix))
}

/** That id for the organization in the path. */
export function ownOrganizationIn(organizationId: string): Record<string, string> {
  return Object.fromEntries(ownOrganization.map((prefix) => [prefix, organizationId]))
}

/** The same kinds of ids, of objects that do not exist. */
export function makeUpIds({ byPath }: ObjectIds): ObjectIds {
  const madeUp = new Map<string, string>()
  return {
    byPath: new Map(
      [...byPath].map(([path, id]) => {
        const other = madeUp.get(id) ?? (isUuid(id) ? crypto.randomUUID() : `x${id.slice(1)}`)
        madeUp.set(id, other)
        return [path, other]
      }),
    ),
  }
}

function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-/.test(id)
}

function prefixesOf(path: string): string[] {
  return [...path.matchAll(/\{\w+\}/g)].map(({ index, 0: parameter }) => path.slice(0, index + parameter.length))
}
