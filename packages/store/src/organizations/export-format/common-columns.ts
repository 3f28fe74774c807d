/** Meanings of columns that many tables have, and of people, security and alerts. "table.column" counts before "column". */
import { readMeanings } from './read-meanings.ts'

export const commonColumnMeanings = readMeanings(`
id: ID of the row
organization_id: the organization, the same in every row of the export
kind: which kind of thing the row is
type: which type of thing the row is
subject_id: ID of what the row is about
subject_kind: which kind of thing the subject is
name: name that people gave or the provider uses
description: text for people
note: note that someone wrote
reason: why, as text or as one of a list
created_by: who created it: ID or name of a user, or what else did
created_at: when it was created
ended_at: when it ended
updated_by: who changed it last
updated_at: when it was changed last
step: what is done: a step of a remedy or of a process
monthly_savings: estimated saving in a month
currency: currency of the amounts in the row, ISO 4217
expires_at: from when on it no longer counts
demo_visit: visit of the demo that the row belongs to; null outside of the demo
delivery_id: the delivery
at: when it happened
next_attempt_at: when it is tried again
channel_id: the channel
thread: text by which messages about one subject stay together
title: short text for people
attempts: how often it was tried
claimed_until: until then one process works on it
finished_at: when it was finished
rule_id: the rule
opened_at: when it was opened
recommendation_id: the recommendation
number: number within the organization or the series
settings: settings as an object; its fields depend on the kind
schedule: when it repeats
secret: encrypted secret
enabled: whether it is in effect
removed_at: when it was removed; null while it is not
severity: how severe it is
amount: amount in the currency of the row
body: text or content
href: path of the screen that shows it
started_at: when it started
detected_at: when it was detected
changed_at: when it was changed
hash: SHA-256 of the entry and of the hash before it
prev_hash: hash of the entry before
seq: number in its sequence, without gaps where it is a chain
day: day, UTC
action: what was or will be done
actor_name: name of who acted, as it was then
actor_kind: who acted
actor_id: ID of the user or API key that acted
resource_id: ID of the resource, as the provider or the bill writes it
resource_name: name of the resource
resource_type: type of the resource
summary: one sentence for people, or counts
failure_reason: why it failed; empty when it did not
error: why it failed; empty or null when it did not
leased_until: until then one process has it
last_at: when it last happened
position: position in an order
rule: the rule, or its name
started_by: who started it
changed_by: who changed it
environment_id: the environment
start_date: first day
end_date: day after the last one
resources: resources, or how many
source: what it came from
source_id: ID of what it came from
detail: what it says in detail
period: month, such as 2026-11
due_on: day on which it is due
due_at: when it is due
owner: who answers for it
owner_id: ID of who answers for it
owner_name: name of who answers for it
provider: the cloud or service
connection_id: the connection
account_id: the account at the provider
account: the account at the provider
account_name: name of that account
completed_at: when it was completed
external_id: ID at the other system
next_run_at: when it runs next; null when it does not
sha256: SHA-256 of the content
role: role of the user
status_before: state before the change
status_after: state after the change
user_id: the user
recorded_at: when it was recorded
recorded_by: who recorded it
email: email address
full_name: name of a person
version: version; the highest is in effect
key: name by which it is looked up
text: text
scope: part of the cost that it covers
filters: filters of the cost that it covers
owners: owners whose resources it covers
region: region of the provider
host: host of its address
url: address at the other system
outcome: how it ended
before: fields before the change
after: fields after the change
progress: how far it is
requested_by: who requested it
decided_by: who decided
decided_at: when it was decided
resolved_at: when it was resolved
last_used_at: when it was last used
last_seen_at: when it was last there
revoked_at: when it was revoked
sent_at: when it was sent
verified_at: when it was verified
checked_at: when it was last checked
calculated_at: when it was calculated
evaluated_at: when it was last evaluated
evaluated_count: how many were evaluated
skip_reasons: why nothing was concluded
read_at: when it was read
last_result: result of the last try
reviewers: IDs of the users who decide
permissions: permissions
revoke_overdue: whether what is undecided at the end is revoked
custom_role_id: the custom role
last_active_at: when the user was last active
unused: permissions that were not used
decision: what was decided
review_id: the review
reminded_at: when reviewers were reminded
every_days: days between two reviews
decide_within_days: days from the start of a review to its end
next_start_at: when the next review starts
dry_run_id: the dry run that is carried out when it is approved
change_id: the change of autopilot
asker_id: who asked, by ID
asker_name: who asked, by name
decided_by_id: who decided, by ID
request: what is carried out
n: number of the try
duration_ms: how long it took, in milliseconds
ok: whether it succeeded
sentence: what happened, as a sentence
event_id: the event
rules: names of the rules that chose it
attempts_before: tries before someone sent it again
queued_at: when a job was queued for it
external: the receiver's own ID of the thread
repository: the repository
tracker: which tracker
issue_key: key of the ticket in the tracker
person_id: user of a channel of their own; null for channels of the organization
email_preferences: what that user receives
labels: labels by which rules choose
is_recovery: whether it says that something is over
routed_at: when rules were applied
kinds: kinds of events
min_severity: lowest severity
min_amount: lowest amount
min_currency: currency of the lowest amount
scopes: what the key may do
replaced_by: the key or token that replaces it
ranges: addresses and ranges from which the key works; empty: from everywhere
networks: networks it was used from: a /24 of IPv4, a /64 of IPv6
last_used_from: address it was last used from
first_seq: first entry of the day
last_seq: last entry of the day
ip: address of the caller
request_id: ID of the request
session_id: ID of the session that the request came with; null for API keys and jobs
details: further facts
user_agent: program of the caller
erased: what was erased of the event, why and when
delivered_seq: number of the last event that was delivered
delivered_at: when something was last delivered
failed_attempts: failures since the last success
requirement: identifier of the requirement
framework: identifier of the framework
next_review: day of the next review
claim: what the evidence says: met, partly, or not applicable
media_type: type of the content, by the content
bytes: size in bytes
content: the file, as hexadecimal digits
malware_scanned: whether a scanner has examined it
observed_from: first day that it shows
observed_until: last day that it shows
uploaded_by: who uploaded it
author: ID of who wrote it
author_name: name of who wrote it
group_name: name of the group at the identity provider
group_id: the group
provider_id: the identity provider
provider_name: name of the identity provider at that time
signed_in_at: when the user signed in
assertion_hash: SHA-256 of the ID of the answer
issuer: issuer of the identity provider
client_id: ID of Kept at the identity provider
client_secret: encrypted secret
domains: email domains of the provider
default_role: role at the first sign-in
default_custom_role_id: custom role at the first sign-in
saml: settings of SAML; null for OpenID Connect
token_hash: hash of the token in the email
invited_by: who invited, by ID
invited_by_name: who invited, by name
accepted_at: when it was accepted
grants: permissions added to and taken from the role
visit: visit of the demo
table_name: table that was changed
row_id: row that was changed
changes: number of changes
caller: user, API key or visitor that sent the request
request_hash: SHA-256 of the request
process_id: process that carried it out
carried_out: whether it has written something
payload: content of the message
channel: where it is sent, or to whom
reader: ID of the user, or the name of another caller
notification_id: the notification
domain: the domain
token: value of the DNS record
confirmed_at: when the record was last seen
failure: why the last check failed
rows: rows, or how many
errors: rows with errors and what is wrong
error_count: number of rows with errors
committed_at: when the users were added
frequency: daily, weekly, monthly or off
weekday: day of the week, 1 is Monday
hour: hour
time_zone: IANA time zone
display_name: name that people see
method: method of the request
path: path of the request
created_by_name: who created it, by name
ends_at: when it ends
user_name: name for signing in, as the provider sends it
given_name: given name
family_name: family name
incident_id: the incident
done_at: when it was done
due_reminder_of: due day that it was reminded of on that day
overdue_reminder_of: due day that it was reminded of after it
reference_kind: kind of what is attached
reference_id: ID of what is attached
root_cause: why it happened
commander_id: who leads
impact: money and time that it cost
opened_by: who opened it
mitigated_at: when its effect ended
closed_at: when it was closed
effective_at: when the first deletion of retention is due
scan_id: the scan
check_id: the check
failing_count: how many fail
subjects: what fails
trigger: what started it
checks_total: number of checks
checks_done: checks that were evaluated
passed: checks that passed
failed: checks that failed
unknown: checks that could not tell
not_applicable: checks that do not apply
score: points as a share of those possible
earned: points of the checks that pass
possible: points of the checks that apply
team_id: ID of the workspace in Slack
slack_user_id: ID of the person in Slack
slack_name: name of the person in Slack
linked_at: when the accounts were linked
slug: short name in addresses
demo: whether it is the demo
require_second_factor: whether everyone needs a second factor
enforced_policies: copy of the policies in effect
deletion_requested_at: when the deletion was requested
deletion_due_at: when the deletion is carried out
deletion_requested_by: who requested the deletion
deletion_reason: why the organization is deleted
deletion_started_at: from when on the deletion cannot be canceled
deleted_at: when it was deleted
organization.id: the organization
users.id: the user
compliance_evidence.bytes: size of the file in bytes
audit_event.reason: why
forwarded_telemetry.body: the telemetry
audit_checkpoint.body: the signed checkpoint, byte for byte
`)
