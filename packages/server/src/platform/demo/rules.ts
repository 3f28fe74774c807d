/**
 * What a demo visitor may do on every route that changes something. All visitors share one organization, so no change
 * may last or reach out of it. A route that is not listed is rejected.
 */

/** A visit creates its own rows in this table, and sees, changes and deletes only those. */
export type DemoOwnTable =
  | 'budget'
  | 'alert_rule'
  | 'autopilot_policy'
  | 'known_event'
  | 'recommendation_comment'
  | 'saved_report'
  | 'saved_view'
  | 'cost_annotation'

type DemoRule =
  /** Changes nothing: queries, previews, the visitor's own session. */
  | { is: 'open' }
  /** Harmless to others, but it stores rows or keeps the engines busy: it counts as a change. */
  | { is: 'counted' }
  | { is: 'own'; table: DemoOwnTable }
  /** Changes the state of an existing row; it is reverted when the visit ends. */
  | { is: 'undone' }
  | { is: 'refused' }

const open: DemoRule = { is: 'open' }
const counted: DemoRule = { is: 'counted' }
const undone: DemoRule = { is: 'undone' }
const refused: DemoRule = { is: 'refused' }
const ownRows = (table: DemoOwnTable): DemoRule => ({ is: 'own', table })

export const demoRules: Readonly<Record<string, DemoRule>> = {
  // Queries with a body.
  'POST /v1/costs/query': open,
  'POST /v1/costs/query.csv': open,
  // In the demo it stores nothing: a visit has no visit before it.
  'POST /v1/cost-optimization/recommendations/visits': open,
  'POST /v1/reports/{id}/run.csv': open,
  'POST /v1/reports/{id}/run': open,
  'POST /v1/saved-reports/preview': open,
  'POST /v1/exports': open,
  'POST /v1/alerts/rules/preview': open,
  'POST /v1/autopilot/dry-run': open,
  'POST /v1/loops/rules/preview': open,
  'POST /v1/admin/commission/preview': open,
  'POST /v1/developer-behavior/people/export': open,
  // Acts in the simulated clouds: what they change there belongs to the visit.
  'POST /v1/demo/next-day': counted,
  'POST /v1/developer-behavior/environments/{id}/optimize': counted,
  'POST /v1/developer-behavior/environments/{id}/undo': counted,
  'POST /v1/developer-behavior/environments/{id}/start': counted,
  'POST /v1/loops/{id}/pause': undone,
  'POST /v1/loops/{id}/stop': undone,
  'POST /v1/loops/{id}/revert': undone,
  'POST /v1/cost-optimization/recommendations/{id}/remediate': undone,
  'POST /v1/cost-optimization/recommendations/{id}/revert': undone,
  'POST /v1/cost-optimization/recommendations/{id}/delete-now': undone,
  'POST /v1/autopilot/policies': ownRows('autopilot_policy'),
  'PUT /v1/autopilot/policies/{id}': ownRows('autopilot_policy'),
  'DELETE /v1/autopilot/policies/{id}': ownRows('autopilot_policy'),
  'POST /v1/autopilot/policies/{id}/run': counted,
  // A sync reads the same for everyone, in the background.
  'POST /v1/cloud-connections/{id}/check': counted,
  'POST /v1/cloud-connections/{id}/run': counted,
  'POST /v1/developer-behavior/analyses': counted,
  // Read marks are stored per visit, and deleted with it.
  'POST /v1/notifications/read': counted,

  'POST /v1/budgets': ownRows('budget'),
  'PATCH /v1/budgets/{id}': ownRows('budget'),
  'DELETE /v1/budgets/{id}': ownRows('budget'),
  'POST /v1/billing/{organization}/alerts': ownRows('budget'),
  'PATCH /v1/billing/{organization}/alerts/{id}': ownRows('budget'),
  'DELETE /v1/billing/{organization}/alerts/{id}': ownRows('budget'),
  'POST /v1/saved-reports': ownRows('saved_report'),
  'PATCH /v1/saved-reports/{id}': ownRows('saved_report'),
  'DELETE /v1/saved-reports/{id}': ownRows('saved_report'),
  // Jobs do not see the rows of a visit, so its schedules send nothing.
  'PUT /v1/saved-reports/{id}/schedule': ownRows('saved_report'),
  'DELETE /v1/saved-reports/{id}/schedule': ownRows('saved_report'),
  'POST /v1/alerts/rules': ownRows('alert_rule'),
  'PATCH /v1/alerts/rules/{id}': ownRows('alert_rule'),
  'DELETE /v1/alerts/rules/{id}': ownRows('alert_rule'),
  'POST /v1/cost-optimization/known-events': ownRows('known_event'),
  'DELETE /v1/cost-optimization/known-events/{id}': ownRows('known_event'),

  'POST /v1/cost-optimization/recommendations/{id}/accept': undone,
  'POST /v1/cost-optimization/recommendations/{id}/dismiss': undone,
  'POST /v1/cost-optimization/recommendations/{id}/reopen': undone,
  'POST /v1/cost-optimization/recommendations/decisions': undone,
  'POST /v1/cost-optimization/recommendations/{id}/comments': ownRows('recommendation_comment'),
  'POST /v1/costs/views': ownRows('saved_view'),
  'PATCH /v1/costs/views/{id}': ownRows('saved_view'),
  'DELETE /v1/costs/views/{id}': ownRows('saved_view'),
  'POST /v1/costs/annotations': ownRows('cost_annotation'),
  'DELETE /v1/costs/annotations/{id}': ownRows('cost_annotation'),
  'DELETE /v1/cost-optimization/recommendation-comments/{id}': ownRows('recommendation_comment'),
  'POST /v1/cost-optimization/anomalies/{id}/feedback': undone,
  'POST /v1/cost-optimization/metric-anomalies/{id}/feedback': undone,
  'POST /v1/loops/{id}/investigate': undone,
  'POST /v1/loops/{id}/acknowledge': undone,

  // The demo sends nothing.
  'POST /v1/saved-reports/{id}/runs': refused,
  'POST /v1/saved-reports/{id}/runs/{run_id}/send': refused,
  'POST /v1/cost-optimization/recommendations/{id}/tickets': refused,
  'POST /v1/cost-optimization/anomalies/{id}/tickets': refused,
  'POST /v1/cost-optimization/recommendations/{id}/pull-request': refused,
  // A resolved loop would disappear for every visitor who came to see one.
  'POST /v1/admin/backups': refused,
  'POST /v1/admin/dependencies/check': refused,
  'POST /v1/admin/jobs/retry': refused,
  'POST /v1/loops/{id}/resolve': refused,
  'POST /v1/loops/rules': refused,
  'PUT /v1/loops/rules/{id}': refused,
  'DELETE /v1/loops/rules/{id}': refused,
  // Recorded actions are frozen and signed in an append-only ledger.
  'POST /v1/cost-optimization/recommendations/{id}/done': refused,
  'POST /v1/savings/actions': refused,
  'POST /v1/savings/actions/{id}/withdraw': refused,
  'POST /v1/savings/actions/{id}/replacements': refused,
  'POST /v1/savings/price-notices': refused,
  'DELETE /v1/savings/price-notices/{id}': refused,
  'PUT /v1/admin/commission/settings': refused,
  'PUT /v1/admin/commission/customers/{id}': refused,
  'POST /v1/admin/commission/bulk-update': refused,
  'POST /v1/admin/billing/invoices/{id}/issue': refused,
  'POST /v1/billing/{organization}/payment-methods': refused,
  'PATCH /v1/billing/{organization}/payment-methods/{id}': refused,
  'DELETE /v1/billing/{organization}/payment-methods/{id}': refused,
  'POST /v1/billing/{organization}/invoices/{id}/pay': refused,
  'POST /v1/admin/billing/reconciliation': refused,
  'PUT /v1/admin/billing/dunning-campaigns/{currency}': refused,
  'PUT /v1/admin/billing/customers/{id}/dunning-pause': refused,
  'DELETE /v1/admin/billing/customers/{id}/dunning-pause': refused,
  'POST /v1/admin/billing/invoices/{id}/transfers': refused,
  'POST /v1/admin/billing/invoices/{id}/void': refused,
  'POST /v1/admin/billing/invoices/{id}/write-off': refused,
  'POST /v1/admin/billing/disputes/{id}/answer': refused,
  'POST /v1/admin/billing/credits/{id}/transfers': refused,
  'POST /v1/admin/billing/payments/{id}/refunds': refused,
  'PUT /v1/admin/billing/settings': refused,
  'POST /v1/billing/{organization}/invoices/{id}/dispute': refused,
  'POST /v1/billing/{organization}/credits/purchase': refused,
  'PUT /v1/billing/{organization}/subscription': refused,
  'PUT /v1/admin/billing/logo': refused,
  'POST /v1/billing/{organization}/subscription/cancel': refused,
  'POST /v1/billing/{organization}/subscription/resume': refused,
  'PUT /v1/billing/{organization}/account': refused,
  // A visitor's own data belongs in an organization of their own.
  'POST /v1/uploads': refused,
  'POST /v1/imports': refused,
  'POST /v1/imports/{id}/cancel': refused,
  'POST /v1/imports/{id}/confirm': refused,
  'POST /v1/imports/{id}/discard': refused,
  'POST /v1/imports/{id}/undo': refused,
  'POST /v1/resources/inventory': refused,
  'POST /v1/resources/inventory/import': refused,
  'POST /v1/metrics/points': refused,
  'POST /v1/metrics/import': refused,
  'POST /v1/metrics/remote-write': refused,
  'POST /v1/traces': refused,
  'POST /v1/metrics': refused,
  'POST /v1/logs': refused,
  'POST /v1/loops/import': refused,
  'POST /v1/developer-behavior/events': refused,
  'POST /v1/developer-behavior/events/import': refused,
  'POST /v1/connections': refused,
  'DELETE /v1/connections/{id}': refused,
  'PUT /v1/cloud-connections/{id}/access': refused,
  'PUT /v1/cloud-connections/{id}/api-cost-limit': refused,
  'POST /v1/cloud-connections/{id}/pause': refused,
  'POST /v1/cloud-connections/{id}/resume': refused,
  // Settings apply to every visitor.
  'PUT /v1/cost-optimization/anomalies/settings': refused,
  'PUT /v1/developer-behavior/settings': refused,
  'POST /v1/developer-behavior/people/erase': refused,
  'POST /v1/developer-behavior/hooks': refused,
  'POST /v1/developer-behavior/hooks/{id}/rotate': refused,
  'DELETE /v1/developer-behavior/hooks/{id}': refused,
  'POST /v1/developer-behavior/environments/{id}/exceptions': refused,
  'DELETE /v1/developer-behavior/environments/{id}/exceptions/{exception}': refused,
  'PUT /v1/remediation/policy': refused,
  'POST /v1/remediation/accounts': refused,
  'DELETE /v1/remediation/accounts/{id}': refused,
  'POST /v1/remediation/approvals/{id}/decide': refused,
  'POST /v1/remediation/slack-codes': refused,
  'DELETE /v1/remediation/slack-links/{id}': refused,
  'POST /v1/autopilot/stop': refused,
  'POST /v1/autopilot/resume': refused,
  'POST /v1/alerts/channels': refused,
  'PATCH /v1/alerts/channels/{id}': refused,
  'DELETE /v1/alerts/channels/{id}': refused,
  'POST /v1/alerts/channels/{id}/test': refused,
  'POST /v1/alerts/channels/{id}/signing-secret': refused,
  'PUT /v1/alerts/email-preferences': refused,
  'POST /v1/alerts/deliveries/{id}/retry': refused,
  // Users, keys and organizations.
  'POST /api/users': refused,
  'PATCH /api/users/{id}': refused,
  'DELETE /api/users/{id}': refused,
  'POST /v1/users/bulk-update': refused,
  'POST /v1/users/bulk-delete': refused,
  'POST /v1/users/restore': refused,
  'PUT /v1/users/{id}/permissions': refused,
  'DELETE /v1/users/{id}/sessions/{sessionId}': refused,
  'POST /v1/users/invite': refused,
  'POST /v1/users/invitations/{id}/resend': refused,
  'DELETE /v1/users/invitations/{id}': refused,
  'POST /v1/users/import': refused,
  'POST /v1/users/import/{id}/commit': refused,
  'POST /v1/api-keys': refused,
  'DELETE /v1/api-keys/{id}': refused,
  'POST /v1/api-keys/{id}/rotate': refused,
  'POST /v1/security/{organization}/api-keys': refused,
  'DELETE /v1/security/{organization}/api-keys/{id}': refused,
  'POST /v1/security/{organization}/api-keys/{id}/rotate': refused,
  'POST /v1/security/{organization}/policies': refused,
  'POST /v1/security/{organization}/incidents': refused,
  'PUT /v1/security/{organization}/compliance/{framework}/{control}/assignment': refused,
  'PATCH /v1/security/{organization}/incidents/{id}': refused,
  'POST /v1/security/{organization}/incidents/{id}/actions': refused,
  'PATCH /v1/security/{organization}/incidents/{id}/actions/{action_id}': refused,
  'DELETE /v1/security/{organization}/incidents/{id}/actions/{action_id}': refused,
  'POST /v1/security/{organization}/compliance/{framework}/{control}/evidence': refused,
  'POST /v1/security/{organization}/scans': refused,
  'PUT /v1/security/{organization}/scan-schedules/{kind}': refused,
  'PUT /v1/security/{organization}/access-review-schedule': refused,
  'POST /v1/security/{organization}/access-reviews': refused,
  'POST /v1/security/{organization}/access-reviews/{id}/decisions': refused,
  'DELETE /v1/security/{organization}/access-reviews/{id}': refused,
  'POST /v1/security/{organization}/audit-streams': refused,
  'PATCH /v1/security/{organization}/audit-streams/{id}': refused,
  'DELETE /v1/security/{organization}/audit-streams/{id}': refused,
  'POST /v1/security/{organization}/audit-streams/{id}/test': refused,
  'PUT /v1/security/{organization}/access-controls': refused,
  'POST /v1/security/{organization}/policies/preview': open,
  'PATCH /v1/security/{organization}/policies/{id}': refused,
  'DELETE /v1/security/{organization}/policies/{id}': refused,
  'POST /v1/organizations': refused,
  'PATCH /v1/organizations/{id}': refused,
  'POST /v1/organizations/{id}/deletion': refused,
  'DELETE /v1/organizations/{id}/deletion': refused,
  'POST /v1/account/deletion': refused,
  'DELETE /v1/account/deletion': refused,
  'POST /v1/organizations/{id}/leave': refused,
  'POST /v1/organizations/{id}/switch': refused,
  'POST /v1/invitations/accept': refused,
  'POST /v1/organizations/{id}/identity-providers': refused,
  'PATCH /v1/organizations/{id}/identity-providers/{provider_id}': refused,
  'DELETE /v1/organizations/{id}/identity-providers/{provider_id}': refused,
  'POST /v1/organizations/{id}/saml-providers': refused,
  'PATCH /v1/organizations/{id}/saml-providers/{provider_id}': refused,
  'PUT /v1/organizations/{id}/group-roles': refused,
  'POST /v1/organizations/{id}/provisioning/tokens': refused,
  'DELETE /v1/organizations/{id}/provisioning/tokens/{token_id}': refused,
  'POST /v1/organizations/{id}/domains/{domain}/verify': refused,
  // The account is shared by all visits; the session belongs to one visitor.
  'POST /api/auth/refresh-token': open,
  'DELETE /api/auth/sessions/{id}': open,
  'POST /api/auth/sessions/end-others': refused,
  'POST /api/auth/change-password': refused,
  'PATCH /api/auth/profile': refused,
  'POST /api/auth/confirm-identity': refused,
  'POST /api/auth/totp/enroll': refused,
  'POST /api/auth/totp/confirm': refused,
  'POST /api/auth/totp/disable': refused,
  'POST /api/auth/totp/recovery-codes': refused,
  'POST /api/auth/passkeys/options': refused,
  'POST /api/auth/passkeys': refused,
  'DELETE /api/auth/passkeys/{id}': refused,
}

/** The rule of a route, by its method and its path as a template; reading is always allowed. */
export function demoRuleOf(method: string, path: string): DemoRule {
  if (method === 'GET' || method === 'HEAD') return open
  return demoRules[`${method} ${path}`] ?? refused
}
