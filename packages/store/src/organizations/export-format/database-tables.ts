/** What each exported table of Postgres has in a row; the page of the export format shows it. */
import { readMeanings } from './read-meanings.ts'

export const databaseTableMeanings = readMeanings(`
organization: the organization itself
users: a member: the name and address behind the IDs of users in other files
access_review: a campaign in which reviewers confirm or revoke who has access
access_review_item: one access of a review and what was decided about it
access_review_schedule: when the next access review starts by itself
action_approval: a request that a second person approves
alert_attempt: one try to deliver an alert
alert_channel: where alerts are sent: email, Slack, a webhook and others
alert_delivery: an alert on its way to one channel
alert_delivery_event: which events a delivery contains
alert_event: something that alert rules route
alert_rule: which events go to which channels
alert_rule_channel: the channels of a rule
alert_thread: the thread of a channel in which alerts about one subject stay together
anomaly: cost that left the range that its past makes likely
anomaly_sensitivity: how sensitive detection is for a part of the cost
anomaly_settings: settings of anomaly detection
api_key: an API key, without what would let it sign in
audit_checkpoint: a signed end of the audit log at some time
audit_day: which entries of the audit log belong to a day
audit_event: an entry of the audit log
audit_head: the last entry of the audit log
audit_stream: a destination that receives audit events
audit_use: when each user and API key last did what
audit_use_head: the last audit event that is counted in audit_use
audit_value: values that filters of the audit log offer
autopilot_change: a change of autopilot in one run
autopilot_policy: a rule by which autopilot acts
autopilot_run: one run of autopilot by a policy
autopilot_switch: whether autopilot is stopped
behavior_delivery: a delivery of activity by a webhook
behavior_environment: an environment that developers use, and how it is used
behavior_hook: a webhook that sends activity
behavior_result: the result of an analysis of activity
behavior_run: one analysis of activity
behavior_schedule: when an environment should run
behavior_setting: settings of the analysis of activity
billing_account: how invoices for the service are written and paid
billing_alert: a threshold of the fee that is notified
billing_alert_crossing: a threshold that was crossed
billing_credit: a credit toward invoices
billing_credit_use: how a credit was used
billing_dispute: a line of an invoice that was disputed
billing_dunning_pause: a pause of payment reminders
billing_dunning_step: a step of payment reminders that was taken
billing_email: an email with an invoice or a reminder
billing_invoice: an invoice or a credit note for the service
billing_invoice_line: a line of an invoice
billing_journal_posting: one side of a booking
billing_journal_transaction: a booking of the journal
billing_payment: a payment of an invoice
billing_payment_method: a stored way to pay, without secrets
billing_payment_setup: a way to pay that is being set up
billing_rail_customer: the customer at the payment provider
billing_refund: a payment that was returned
billing_statement: what was billed for a savings statement
billing_subscription: the plan of the organization
budget: a limit of cost for a period
budget_crossing: a threshold of a budget that was crossed
cloud_account: an account in which resources may be changed
cloud_connection: credentials by which a cloud is read, encrypted parts left out
commission_rule: the terms of the fee of this organization
compliance_assignment: who answers for a requirement until when
compliance_evidence: evidence for a requirement, with its content
connection: where bills come from
cost_annotation: a note about the cost of a day
cost_load: the rows of one import for one month; one load of a month is current
custom_role: a role that the organization defined
demo_change: what a visitor of the demo changed
demo_visit: a visit of the demo
forwarded_telemetry: telemetry that another process has to write
group_role: which role a group of the identity provider gives
idempotency_key: a repeated request that is carried out once
identity_provider: a provider through which members sign in
import: one upload or reading of bills
invitation: an invitation to join
known_event: an event that explains cost ahead of time
list_price: a list price that a connection read from the cloud
live_event: a message to open screens, for some minutes
loop_detector_lease: which process runs the loop detector
loop_incident: resources or calls that repeat without end
loop_rule: limits and exceptions of loop detection
loop_transition: a change of the state of a loop
managed_schedule: the times at which an environment is started and stopped
membership: a user of the organization and their role
metric_anomaly: a metric that left the range that its past makes likely
metric_anomaly_cursor: up to where metrics were evaluated
notification: a notification in the app
notification_read: who has read a notification
organization_domain: an email domain that the organization owns
people_import: a file of users that is being imported
pull_request: a change of Terraform that was proposed
recommendation: a way to save money
recommendation_comment: a comment on a recommendation
recommendation_transition: a change of the state of a recommendation
recommendation_visit: when someone last saw the recommendations
remediation_action: a change of a resource that was carried out
remediation_policy: what may be changed, and how often
report_delivery: a report on its way to one recipient
report_run: one run of a saved report with its figures
resource: a resource of a bill or an inventory
resource_relation: two resources that belong together
resource_search_text: the text by which a resource is searched
rule_evaluation: the last evaluation of a savings rule
saml_assertion: an answer of an identity provider that was used, as a hash
saved_report: a report that users defined
saved_view: a view of the Cost Explorer that users saved
savings_action: an action whose saving is measured
savings_baseline: the cost that an action is measured against, frozen
savings_commitment_baseline: the use of a commitment before an action, frozen
savings_ledger_entry: an entry of the savings ledger
savings_ledger_head: the last entry of the savings ledger
savings_price_notice: a price that changed, reported by the customer
savings_price_withdrawal: a reported price that was withdrawn
savings_run: the calculation of a month that is not signed
savings_statement: the signed savings of a month
savings_substitution: resources that replace those of an action
savings_unrelated: a resource that users declared to be no replacement
scan_schedule: when security scans start
schedule_exception: a time at which a schedule does not apply
schedule_switch: a start or stop that a schedule made
scim_group: a group that the identity provider writes
scim_group_member: a user in such a group
scim_request: a request of the identity provider that failed or changed something
scim_token: a token of the identity provider, without what would let it sign in
scim_user: a user that the identity provider writes
security_incident: a security incident
security_incident_action: an action to take after an incident
security_incident_entry: an entry in the timeline of an incident
security_policy: a rule of the organization that is enforced
security_scan: one security scan
security_scan_result: what a check of a scan found
security_score: the security score of a day
sign_in_group: a group with a role that an identity provider named at the last sign-in of a user
simulated_resource: a resource of the demo's clouds
slack_person: the Slack account of a user
sync_connection: how and when a cloud is read
sync_run: one reading of a cloud
sync_unit: a part of a cloud that is read at a time
sync_unit_resource: a resource that such a part listed
telemetry_batch: a batch of telemetry that was written
telemetry_intake: how much telemetry arrived
ticket: a ticket that was opened in a tracker
upload: a file that was uploaded
`)
