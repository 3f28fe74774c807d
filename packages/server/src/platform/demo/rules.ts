/**
 * What a visitor of the demo may do on every route that changes something. The demo is one organization for all its
 * visitors, so nothing may last or reach out of it. A route that is not named here is refused.
 */

/** A visit creates rows of its own in this table, sees them alone, and changes and deletes only those. */
export type DemoOwnTable = 'budget' | 'alert_rule' | 'known_event'

type DemoRule =
  /** Changes nothing: questions, previews, the visitor's own session. */
  | { is: 'open' }
  /** Harmless to others, but it keeps rows or keeps the engines busy: it counts as a change. */
  | { is: 'counted' }
  | { is: 'own'; table: DemoOwnTable }
  /** Moves the state of something of the demo; it is set back when the visit is over. */
  | { is: 'undone' }
  | { is: 'refused' }

const open: DemoRule = { is: 'open' }
const counted: DemoRule = { is: 'counted' }
const undone: DemoRule = { is: 'undone' }
const refused: DemoRule = { is: 'refused' }
const ownRows = (table: DemoOwnTable): DemoRule => ({ is: 'own', table })

export const demoRules: Readonly<Record<string, DemoRule>> = {
  // Questions that are asked with a body.
  'POST /v1/costs/query': open,
  'POST /v1/costs/query.csv': open,
  'POST /v1/reports/{id}/run': open,
  'POST /v1/alerts/rules/preview': open,
  'POST /v1/loops/rules/preview': open,
  'POST /v1/admin/commission/preview': open,
  'POST /v1/developer-behavior/people/export': open,
  // Looking is open; doing it is refused by the handler.
  'POST /v1/developer-behavior/environments/{id}/optimize': open,
  'POST /v1/loops/{id}/pause': open,
  'POST /v1/loops/{id}/stop': open,
  'POST /v1/developer-behavior/analyses': counted,
  // Read marks are kept for each visit, and go with it.
  'POST /v1/notifications/read': counted,

  'POST /v1/budgets': ownRows('budget'),
  'PATCH /v1/budgets/{id}': ownRows('budget'),
  'DELETE /v1/budgets/{id}': ownRows('budget'),
  'POST /v1/billing/{organization}/alerts': ownRows('budget'),
  'PATCH /v1/billing/{organization}/alerts/{id}': ownRows('budget'),
  'DELETE /v1/billing/{organization}/alerts/{id}': ownRows('budget'),
  'POST /v1/alerts/rules': ownRows('alert_rule'),
  'PATCH /v1/alerts/rules/{id}': ownRows('alert_rule'),
  'DELETE /v1/alerts/rules/{id}': ownRows('alert_rule'),
  'POST /v1/cost-optimization/known-events': ownRows('known_event'),
  'DELETE /v1/cost-optimization/known-events/{id}': ownRows('known_event'),

  'POST /v1/cost-optimization/recommendations/{id}/accept': undone,
  'POST /v1/cost-optimization/recommendations/{id}/dismiss': undone,
  'POST /v1/cost-optimization/recommendations/{id}/reopen': undone,
  'POST /v1/cost-optimization/anomalies/{id}/feedback': undone,
  'POST /v1/cost-optimization/metric-anomalies/{id}/feedback': undone,
  'POST /v1/loops/{id}/investigate': undone,
  'POST /v1/loops/{id}/acknowledge': undone,

  // A resolved loop is gone from the screens of everybody who came to see one.
  'POST /v1/loops/{id}/resolve': refused,
  'POST /v1/loops/{id}/revert': refused,
  'POST /v1/loops/rules': refused,
  'PUT /v1/loops/rules/{id}': refused,
  'DELETE /v1/loops/rules/{id}': refused,
  // What is recorded as done is frozen and signed in a ledger that is only ever added to.
  'POST /v1/cost-optimization/recommendations/{id}/done': refused,
  'POST /v1/savings/actions': refused,
  'POST /v1/savings/actions/{id}/withdraw': refused,
  'POST /v1/savings/actions/{id}/replacements': refused,
  'POST /v1/savings/price-notices': refused,
  'DELETE /v1/savings/price-notices/{id}': refused,
  'PUT /v1/admin/commission/settings': refused,
  'PUT /v1/admin/commission/customers/{id}': refused,
  'POST /v1/admin/commission/bulk-update': refused,
  // Data of a visitor's own belongs in an organization of their own.
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
  // Settings hold for every visitor.
  'PUT /v1/cost-optimization/anomalies/settings': refused,
  'PUT /v1/developer-behavior/settings': refused,
  'POST /v1/developer-behavior/people/erase': refused,
  'POST /v1/developer-behavior/hooks': refused,
  'POST /v1/developer-behavior/hooks/{id}/rotate': refused,
  'DELETE /v1/developer-behavior/hooks/{id}': refused,
  'POST /v1/developer-behavior/environments/{id}/undo': refused,
  'POST /v1/developer-behavior/environments/{id}/exceptions': refused,
  'DELETE /v1/developer-behavior/environments/{id}/exceptions/{exception}': refused,
  'POST /v1/developer-behavior/environments/{id}/start': refused,
  'PUT /v1/remediation/policy': refused,
  'POST /v1/remediation/accounts': refused,
  'DELETE /v1/remediation/accounts/{id}': refused,
  'POST /v1/alerts/channels': refused,
  'PATCH /v1/alerts/channels/{id}': refused,
  'DELETE /v1/alerts/channels/{id}': refused,
  'POST /v1/alerts/channels/{id}/test': refused,
  'POST /v1/alerts/channels/{id}/signing-secret': refused,
  'PUT /v1/alerts/email-preferences': refused,
  'POST /v1/alerts/deliveries/{id}/retry': refused,
  // People, keys and organizations.
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
  'POST /v1/organizations': refused,
  'PATCH /v1/organizations/{id}': refused,
  'POST /v1/organizations/{id}/leave': refused,
  'POST /v1/organizations/{id}/switch': refused,
  'POST /v1/invitations/accept': refused,
  'POST /v1/organizations/{id}/identity-providers': refused,
  'PATCH /v1/organizations/{id}/identity-providers/{provider_id}': refused,
  'DELETE /v1/organizations/{id}/identity-providers/{provider_id}': refused,
  'POST /v1/organizations/{id}/domains/{domain}/verify': refused,
  // The account of a visit is everybody's; its session is the visitor's own.
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

/** The rule of a route, by its method and its path as a template; reading is open. */
export function demoRuleOf(method: string, path: string): DemoRule {
  if (method === 'GET' || method === 'HEAD') return open
  return demoRules[`${method} ${path}`] ?? refused
}
