/** For tests: values of columns that are read by a schema, with a canary in them, by 'table.column'. */
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { defaultRules } from '@kept/domain/loop-rule.ts'
import { seenLoop } from '@kept/store/testing/seen-loop.ts'

/** The hashes of an entry, which contain no text. */
const hashes = ['inputs_root', 'baseline_hash', 'config_hash', 'refers_to', 'prev_hash', 'hash']

export function shapesWith(canary: string): Record<string, unknown> {
  const week = { time_zone: 'Asia/Kathmandu', windows: [], lead_minutes: 15, tail_minutes: 30, start_on_demand: true }
  const [rule] = defaultRules()
  return {
    'alert_channel.enabled': false,
    // Of the organization, not of one person.
    'alert_channel.person_id': null,
    'alert_channel.schedule': { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true },
    'alert_channel.settings': { kind: 'slack' },
    'alert_event.labels': { service: [canary] },
    'alert_rule.filters': [{ label: 'service', values: [canary] }],
    'alert_rule.kinds': ['anomaly'],
    'alert_rule.owners': [`owner@${canary}.example`],
    'action_approval.change_id': null,
    'action_approval.currency': 'USD',
    'action_approval.request': null,
    'action_approval.step': 'delete',
    'action_approval.subject': 'recommendation',
    'autopilot_change.currency': 'USD',
    'autopilot_change.step': 'delete',
    'autopilot_policy.settings': policyWith(canary),
    'autopilot_run.settings': policyWith(canary),
    'autopilot_run.state': 'completed',
    'anomaly.currency': 'USD',
    'anomaly.days': [],
    'anomaly.drivers': [],
    'anomaly.scope': [{ dimension: 'service', value: canary, name: canary }],
    'audit_checkpoint.body': checkpointWith(canary),
    'behavior_setting.retention_days': 400,
    'behavior_setting.targets': { [canary]: canary },
    'behavior_setting.teams': [],
    'billing_account.buyer': { name: canary, country: 'US' },
    'billing_account.locale': 'en-US',
    'billing_account.recipients': [`owner@${canary}.example`],
    'billing_alert.currency': 'USD',
    'billing_credit.currency': 'USD',
    'billing_email.recipients': [canary],
    'billing_invoice.currency': 'USD',
    // A draft, which has no number.
    'billing_invoice.number': null,
    'billing_invoice.period': '2024-03',
    'billing_invoice_line.actions': [],
    'billing_invoice_line.currency': 'USD',
    'billing_invoice_line.line_group': 'terminate',
    'billing_invoice_line.period': '2024-03',
    // Not on the draft: its statement is made up and cannot be read.
    'billing_invoice_line.state': 'held',
    'billing_journal_transaction.currency': 'USD',
    'billing_payment.currency': 'USD',
    'billing_statement.currency': 'USD',
    'billing_statement.period': '2024-03',
    'budget.currency': 'USD',
    'budget.filters': [{ dimension: 'service', op: 'is', values: [canary] }],
    'budget.thresholds': [{ percent: 80, basis: 'actual' }],
    'organization_domain.domain': `${canary}.example`,
    'list_price.currency': 'USD',
    'list_price.kind': 'instance',
    'list_price.price': '1',
    'list_price.unit': 'Hrs',
    'pull_request.number': 7,
    'pull_request.url': `https://github.example/${canary}/pull/7`,
    'recommendation_transition.status_after': 'accepted',
    'recommendation_transition.status_before': 'open',
    'known_event.currency': 'USD',
    'loop_incident.detection': seenLoop(canary, new Date('2024-03-01T00:00:00Z'), '1').detection,
    'loop_incident.loop_type': 'infinite_retry',
    // No timer ends it while a test runs, or moves its clock.
    'loop_incident.last_seen_at': '2099-01-01T00:00:00Z',
    'loop_rule.rule': { ...rule, id: canary, name: canary },
    'managed_schedule.schedule': week,
    'metric_anomaly.points': [],
    'saved_report.definition': {
      ...{ description: canary, filters: [], currency: null },
      period: { kind: 'named', name: 'last_month' },
      sections: [{ kind: 'text', title: canary, text: canary }],
    },
    // Nothing is due while a test runs.
    'saved_report.next_run_at': null,
    'saved_report.schedule': null,
    'saved_report.shared': true,
    'remediation_policy.grace_days': { ebs_volume: 3 },
    'report_run.document': {
      ...{ title: canary, description: canary, organization: canary, start_date: '2024-03-01', end_date: '2024-04-01' },
      ...{ generated_at: '2024-04-01T00:00:00.000Z', needs: ['costs:read'] },
      blocks: [{ kind: 'text', title: canary, text: canary }],
    },
    'report_run.next_attempt_at': null,
    'report_run.status': 'finished',
    'report_delivery.formats': ['pdf'],
    'report_delivery.kind': 'email',
    'report_delivery.next_attempt_at': null,
    'report_delivery.status': 'sent',
    'savings_action.currency': 'USD',
    'savings_action.estimate': '1',
    'savings_action.input': {
      kind: 'terminate',
      resource_id: canary,
      not_before: '2024-03-01T00:00:00Z',
      evidence: canary,
    },
    // Only the lineage names a resource.
    'savings_ledger_entry.action': '00000000-0000-4000-8000-000000000000',
    'savings_ledger_entry.code_version': '1',
    'savings_ledger_entry.currency': 'USD',
    ...Object.fromEntries(hashes.map((name) => [`savings_ledger_entry.${name}`, 'c'.repeat(64)])),
    'savings_ledger_entry.period': '2024-03',
    'savings_run.currency': 'USD',
    'savings_run.actions': {},
    'savings_run.gaps': [],
    'savings_run.held': [],
    'savings_run.parts': { usage: '1', rate: '1', penalty: '1', modeled: '1', avoidance: '1' },
    'savings_run.period': '2024-03',
    'savings_statement.currency': 'USD',
    'savings_statement.period': '2024-03',
    // A due connection would be read in the background while a test runs.
    'security_incident.impact': { amount: '1', currency: 'USD' },
    'security_incident.resources': [canary],
    'custom_role.permissions': ['costs:read'],
    'compliance_evidence.framework': 'soc2',
    'compliance_evidence.media_type': 'text/plain',
    'compliance_evidence.requirement': 'CC6.1',
    'security_score.score': 50,
    'security_scan_result.subjects': [{ provider: 'aws', id: canary, name: canary }],
    'audit_stream.next_attempt_at': '2099-01-01T00:00:00Z',
    'audit_stream.settings': { kind: 'webhook' },
    'access_review.reviewers': [canary],
    'access_review.status': 'completed',
    'access_review_item.permissions': [canary],
    // Nothing is due while a test runs.
    'access_review_schedule.decide_within_days': 14,
    'access_review_schedule.every_days': 90,
    'access_review_schedule.next_start_at': '2099-01-01T00:00:00Z',
    'access_review_schedule.reviewers': [canary],
    'scan_schedule.frequency': 'daily',
    'scan_schedule.hour': 4,
    'scan_schedule.next_run_at': '2099-01-01T00:00:00Z',
    'scan_schedule.time_zone': 'UTC',
    'scan_schedule.weekday': null,
    'security_policy.kind': 'second_factor',
    'security_policy.settings': { applies_to: 'admins' },
    'sync_connection.access_method': 'federation',
    'sync_connection.next_run_at': '2099-01-01T00:00:00Z',
    'sync_connection.capabilities': [],
    'sync_connection.regions': [canary],
    'sync_unit.dataset': 'ec2',
    'sync_unit.state': 'complete',
    'telemetry_intake.signal': 'traces',
    'telemetry_intake.reason': canary,
  }
}

/** A policy that is turned off: nothing runs while a test does. */
function policyWith(canary: string): AutopilotSettings {
  const money = { amount: '1', currency: 'USD' }
  return {
    ...{ name: canary, enabled: false, mode: 'propose', rules: [canary], canary_changes: 0 },
    scope: { providers: [], accounts: [canary], regions: [], tags: [] },
    conditions: {
      ...{ min_confidence: 0, min_monthly_savings: money, min_age_days: 0, environments: [canary], excluded_tags: [] },
    },
    times: { time_zone: 'UTC', windows: [], freezes: [] },
    limits: { max_changes_per_run: 1, max_savings_per_day: money, max_share_percent: 1 },
    health: { wait_minutes: 0, checks: [] },
  }
}

/** A checkpoint as its table stores it, with a signature that verifies nothing. */
function checkpointWith(canary: string): string {
  const signature = { algorithm: 'Ed25519', public_key: btoa(canary), value: btoa(canary) }
  const fields = { kind: 'checkpoint', organization_id: '00000000-0000-4000-8000-000000000000', seq: 1 }
  return JSON.stringify({ ...fields, hash: 'c'.repeat(64), created_at: '2026-01-01T00:00:00.000Z', signature })
}
