/**
 * The action that each changing route, and each export, records in the audit log. Names are stable: they are in signed
 * exports. A changing route that is not listed fails `audited-routes.test.ts`.
 */
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import type { SnapshotName } from '@kept/store/audit/snapshots.ts'

export interface AuditedRoute {
  action: NewAuditEvent['action']
  /** The table whose row is recorded before and after the change; else the request's own fields are recorded. */
  snapshot?: SnapshotName
  /** Agents send it all day: the first request of an hour is recorded for each caller. */
  hourly?: true
}

const recordsHourly = (action: NewAuditEvent['action']): AuditedRoute => ({ action, hourly: true })
const records = (action: NewAuditEvent['action'], snapshot?: SnapshotName): AuditedRoute => ({
  action,
  ...(snapshot && { snapshot }),
})

const recordedRoutes: Readonly<Record<string, AuditedRoute>> = {
  'POST /v1/uploads': records('upload.created'),
  'POST /v1/imports': records('import.started'),
  'POST /v1/imports/{id}/cancel': records('import.canceled'),
  'POST /v1/imports/{id}/confirm': records('import.confirmed'),
  'POST /v1/imports/{id}/discard': records('import.discarded'),
  'POST /v1/imports/{id}/undo': records('import.undone'),
  'POST /v1/connections': records('connection.created'),
  'DELETE /v1/connections/{id}': records('connection.deleted'),
  'POST /v1/notifications/read': records('notification.read'),
  'POST /v1/cost-optimization/recommendations/{id}/accept': records('recommendation.accepted', 'recommendation'),
  'POST /v1/cost-optimization/recommendations/{id}/done': records('recommendation.done', 'recommendation'),
  'POST /v1/cost-optimization/recommendations/{id}/dismiss': records('recommendation.dismissed', 'recommendation'),
  'POST /v1/cost-optimization/recommendations/{id}/reopen': records('recommendation.reopened', 'recommendation'),
  'POST /v1/cost-optimization/anomalies/{id}/feedback': records('anomaly.feedback_given', 'anomaly'),
  'POST /v1/cost-optimization/metric-anomalies/{id}/feedback': records(
    'metric_anomaly.feedback_given',
    'metric_anomaly',
  ),
  'PUT /v1/cost-optimization/anomalies/settings': records('anomaly_settings.changed'),
  'POST /v1/cost-optimization/known-events': records('known_event.created'),
  'DELETE /v1/cost-optimization/known-events/{id}': records('known_event.deleted', 'known_event'),
  'POST /v1/budgets': records('budget.created'),
  'PATCH /v1/budgets/{id}': records('budget.updated', 'budget'),
  'DELETE /v1/budgets/{id}': records('budget.deleted', 'budget'),
  'POST /v1/billing/{organization}/alerts': records('budget.created'),
  'PATCH /v1/billing/{organization}/alerts/{id}': records('budget.updated', 'budget'),
  'DELETE /v1/billing/{organization}/alerts/{id}': records('budget.deleted', 'budget'),
  'POST /v1/alerts/rules': records('alert_rule.added'),
  'PATCH /v1/alerts/rules/{id}': records('alert_rule.changed', 'alert_rule'),
  'DELETE /v1/alerts/rules/{id}': records('alert_rule.removed', 'alert_rule'),
  'POST /v1/alerts/channels': records('alert_channel.added'),
  'PATCH /v1/alerts/channels/{id}': records('alert_channel.changed', 'alert_channel'),
  'DELETE /v1/alerts/channels/{id}': records('alert_channel.removed', 'alert_channel'),
  'POST /v1/alerts/channels/{id}/test': records('alert_channel.tested'),
  'POST /v1/alerts/channels/{id}/signing-secret': records('alert_channel.secret_renewed'),
  'PUT /v1/alerts/email-preferences': records('email_preferences.changed'),
  'POST /v1/alerts/deliveries/{id}/retry': records('alert_delivery.retried'),
  'POST /v1/resources/inventory': records('inventory.replaced'),
  'POST /v1/resources/inventory/import': records('inventory.imported'),
  'POST /v1/metrics/points': recordsHourly('metrics.sent'),
  'POST /v1/metrics/import': records('metrics.imported'),
  'POST /v1/metrics/remote-write': recordsHourly('metrics.sent'),
  'POST /v1/traces': recordsHourly('traces.sent'),
  'POST /v1/metrics': recordsHourly('metrics.sent'),
  'POST /v1/logs': recordsHourly('logs.sent'),
  'POST /v1/loops/import': records('spans.imported'),
  'POST /v1/developer-behavior/events': recordsHourly('behavior_events.sent'),
  'POST /v1/developer-behavior/events/import': records('behavior_events.imported'),
  'POST /v1/developer-behavior/analyses': records('behavior_analysis.started'),
  'POST /v1/developer-behavior/environments/{id}/optimize': records('schedule.applied'),
  'PUT /v1/developer-behavior/settings': records('behavior_settings.changed'),
  'POST /v1/developer-behavior/people/erase': records('behavior_person.erased'),
  'POST /v1/developer-behavior/people/export': records('behavior_person.exported'),
  'POST /v1/developer-behavior/hooks': records('behavior_hook.created'),
  'POST /v1/developer-behavior/hooks/{id}/rotate': records('behavior_hook.rotated'),
  'POST /v1/developer-behavior/hooks/{id}/deliveries': recordsHourly('behavior_events.sent'),
  'DELETE /v1/developer-behavior/hooks/{id}': records('behavior_hook.removed'),
  'POST /v1/developer-behavior/environments/{id}/undo': records('schedule.undone'),
  'POST /v1/developer-behavior/environments/{id}/exceptions': records('schedule.exception_made'),
  'DELETE /v1/developer-behavior/environments/{id}/exceptions/{exception}': records('schedule.exception_removed'),
  'POST /v1/developer-behavior/environments/{id}/start': records('environment.started'),
  'POST /v1/loops/rules': records('loop_rule.changed'),
  'PUT /v1/loops/rules/{id}': records('loop_rule.changed'),
  'DELETE /v1/loops/rules/{id}': records('loop_rule.removed'),
  'POST /v1/loops/{id}/investigate': records('loop.investigate', 'loop'),
  'POST /v1/loops/{id}/acknowledge': records('loop.acknowledge', 'loop'),
  'POST /v1/loops/{id}/resolve': records('loop.resolve', 'loop'),
  'POST /v1/loops/{id}/pause': records('loop.pause', 'loop'),
  'POST /v1/loops/{id}/stop': records('loop.stop', 'loop'),
  'POST /v1/loops/{id}/revert': records('loop.revert', 'loop'),
  'PUT /v1/remediation/policy': records('remediation_policy.changed'),
  'POST /v1/remediation/accounts': records('cloud_account.added'),
  'DELETE /v1/remediation/accounts/{id}': records('cloud_account.removed'),
  'POST /v1/savings/actions': records('savings_action.recorded'),
  'POST /v1/savings/actions/{id}/withdraw': records('savings_action.withdrawn'),
  'POST /v1/savings/actions/{id}/replacements': records('savings.replacement_declared'),
  'POST /v1/savings/price-notices': records('price_notice.recorded'),
  'DELETE /v1/savings/price-notices/{id}': records('price_notice.withdrawn'),
  'PUT /v1/admin/commission/settings': records('commission.settings_changed'),
  'PUT /v1/admin/commission/customers/{id}': records('commission.rule_changed'),
  'POST /v1/admin/commission/bulk-update': records('commission.rule_changed'),
  'PUT /v1/billing/{organization}/account': records('billing.account_changed'),
  'POST /v1/admin/billing/invoices/{id}/issue': records('billing.invoice_issued'),
  'POST /v1/admin/billing/invoices/{id}/transfers': records('billing.transfer_recorded'),
  'PUT /v1/admin/billing/settings': records('billing.settings_changed'),
  'POST /api/users': records('invitation.sent'),
  'PATCH /api/users/{id}': records('membership.changed'),
  'DELETE /api/users/{id}': records('membership.removed'),
  'POST /v1/users/bulk-update': records('membership.changed'),
  'POST /v1/users/bulk-delete': records('membership.removed'),
  'POST /v1/users/restore': records('membership.restored'),
  'PUT /v1/users/{id}/permissions': records('membership.permissions_changed'),
  'DELETE /v1/users/{id}/sessions/{sessionId}': records('session.ended_by_admin'),
  'POST /v1/users/invite': records('invitation.sent'),
  'POST /v1/users/invitations/{id}/resend': records('invitation.sent_again'),
  'DELETE /v1/users/invitations/{id}': records('invitation.revoked'),
  'POST /v1/users/import': records('people.import_uploaded'),
  'POST /v1/users/import/{id}/commit': records('people.imported'),
  'POST /v1/organizations': records('organization.created'),
  'PATCH /v1/organizations/{id}': records('organization.changed', 'organization'),
  'POST /v1/organizations/{id}/leave': records('membership.left'),
  'POST /v1/organizations/{id}/switch': records('session.switched'),
  'POST /v1/invitations/accept': records('membership.joined'),
  'POST /v1/organizations/{id}/identity-providers': records('identity_provider.added'),
  'PATCH /v1/organizations/{id}/identity-providers/{provider_id}': records('identity_provider.changed'),
  'DELETE /v1/organizations/{id}/identity-providers/{provider_id}': records('identity_provider.removed'),
  'POST /v1/organizations/{id}/domains/{domain}/verify': records('domain.checked'),
  'POST /v1/api-keys': records('api_key.created'),
  'DELETE /v1/api-keys/{id}': records('api_key.revoked'),
  'POST /v1/api-keys/{id}/rotate': records('api_key.rotated'),
  'POST /v1/security/{organization}/api-keys': records('api_key.created'),
  'DELETE /v1/security/{organization}/api-keys/{id}': records('api_key.revoked'),
  'POST /api/auth/refresh-token': records('session.extended'),
  'POST /api/auth/change-password': records('password.changed'),
  'PATCH /api/auth/profile': records('profile.changed'),
  'DELETE /api/auth/sessions/{id}': records('session.ended'),
  'POST /api/auth/sessions/end-others': records('session.others_ended'),
  'POST /api/auth/confirm-identity': records('session.identity_confirmed'),
  'POST /api/auth/totp/enroll': records('second_factor.enrollment_started'),
  'POST /api/auth/totp/confirm': records('second_factor.added'),
  'POST /api/auth/totp/disable': records('second_factor.removed'),
  'POST /api/auth/totp/recovery-codes': records('second_factor.recovery_codes_created'),
  'POST /api/auth/passkeys/options': records('passkey.enrollment_started'),
  'POST /api/auth/passkeys': records('passkey.added'),
  'DELETE /api/auth/passkeys/{id}': records('passkey.removed'),
  'PUT /v1/operator/organizations/{slug}': records('organization.created'),
  'POST /v1/operator/imports': records('import.started'),

  // Exports.
  'POST /v1/costs/query.csv': records('costs.exported'),
  'POST /v1/reports/{id}/run.csv': records('report.exported'),
  'GET /v1/resources.csv': records('resources.exported'),
  'GET /v1/cost-optimization/recommendations.csv': records('recommendations.exported'),
  'GET /v1/cost-optimization/recommendations.json': records('recommendations.exported'),
  'GET /v1/imports/{id}/rejected-rows.csv': records('rejected_rows.exported'),
  'GET /v1/savings/statements/{id}': records('statement.exported'),
  'GET /v1/savings/statements/{id}/bill': records('bill.exported'),
  'GET /v1/users/export': records('people.exported'),
  'GET /v1/security/{organization}/audit-logs/export': records('audit_log.exported'),
}

/** The record of a route by its method and its path as a template; undefined for one that only reads. */
export function auditedRouteOf(method: string, path: string): AuditedRoute | undefined {
  return recordedRoutes[`${method} ${path}`]
}

/** Every listed route, for the test that compares them with the server's. */
export function listAuditedRoutes(): string[] {
  return Object.keys(recordedRoutes)
}
