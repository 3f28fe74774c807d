/** Meanings of columns whose names say too little alone: each is written for its table, and inherits nothing. */
import { readMeanings } from './read-meanings.ts'

/** Names that mean something else in another table. A new column of such a name needs a meaning of its own. */
export const ambiguousNames: readonly string[] = ['answer', 'result', 'state', 'status', 'subject', 'value']

export const ownColumnMeanings = readMeanings(`
access_review.status: state of the review
action_approval.state: state of the request
action_approval.subject: what the action is about
alert_attempt.status: HTTP status of the answer; null when there was none, and for email
alert_delivery.status: state of the delivery
anomaly.status: state of the anomaly
audit_value.value: a name, action, resource or address that events of the log have
autopilot_change.state: state of the change
autopilot_run.state: state of the run
behavior_environment.status: state of the environment by its use
behavior_run.status: state of the analysis
billing_alert_crossing.subject: what crossed it: a month, the ID of an invoice, or the balance
billing_credit.state: state of the credit
billing_dispute.answer: what the operator answered; empty until then
billing_dispute.state: state of the dispute
billing_dunning_step.state: state of the step
billing_email.state: state of the email
billing_email.subject: subject line of the email
billing_invoice.state: state of the document
billing_invoice_line.state: state of the line
billing_payment.state: state of the payment
billing_payment_setup.state: state of the setup
billing_refund.state: state of the refund
cost_load.status: state of the load
idempotency_key.answer: encrypted response
import.status: state of the import
loop_incident.status: state of the loop
membership.status: state of the membership
metric_anomaly.status: state of the anomaly
recommendation.status: state of the recommendation
remediation_action.deletion_started_at: when its deletion began after the grace period; null before
remediation_action.leased_until: until then one process has it; while the action waits, it is not tried before
remediation_action.state: state of the action
remediation_action.subject: what the action is about
report_delivery.result: what the receiver or the mail server answered, or why nothing was sent
report_delivery.status: state of the delivery
report_run.status: state of the run
resource.state: state of the resource, as its provider names it
savings_action.state: state of the measurement
savings_run.state: state of the calculation
scim_request.status: HTTP status of the response
security_incident.status: state of the incident
security_scan.status: state of the scan
security_scan_result.status: result of the check
simulated_resource.state: the simulated resource, as its cloud would describe it
sync_unit.state: how far the reading of the part is
`)
