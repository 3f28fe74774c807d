/** Meanings of columns of clouds, resources, autopilot, loops, schedules and telemetry. */
import { readMeanings } from './read-meanings.ts'

export const operationColumnMeanings = readMeanings(`
is_canary: whether it is the first of its run, which is watched
check_at: when its effect is checked
policy_id: the policy
policy_name: name of the policy
scope_resources: resources that the policy covers
updated_by_id: who changed it last, by ID
stopped: whether it is stopped
hook_id: the webhook
body_hash: SHA-256 of the content
received_at: when it was received
window_key: the time that was analyzed
team: team of the developers
delete_after: when the grace period ends and the resource is deleted; null without one
delete_sent_at: when its deletion was sent, until its result was read; then null
earlier_delete_sent_at: when a deletion was sent that came to nothing; its backup is left
lease_token: which holder of the lease may complete it
restore_requested_by: who asked to restore it while it was prepared for deletion
put_off_since: since when its deletion has been put off or failed
put_off_notified_at: when people were notified that its deletion is put off
deletion_attempts: how often its deletion failed
grace_days: days of the grace period by kind of resource, where they differ from the default
wasted_cost: cost of the time without use
analysis: result of the analysis
previous_secret: encrypted secret before the last change
previous_until: until when the secret before is accepted
deliveries: number of deliveries
events: number of events
last_delivery_at: when something was last delivered
last_refused_at: when a delivery was last refused
last_refusal: why it was refused
stage: stage of the analysis
recommendation: recommended schedule
heat_map: use by weekday and hour
retention_days: days after which activity is deleted
teams: teams and their members, as pseudonyms
targets: limits for waste
credentials: encrypted credentials
units: parts that are read
complete_units: parts that were read completely
removed: resources that are gone
points: points, or how many
requests: requests that were sent
charged_nanos: cost of the requests, in billionths of a dollar
unit_id: the part
pass: number of the reading
missing_action: permission that is missing
cursor: where the next page starts
throttled_until: until when the provider asked to wait
execution: the execution of the export that was read last
listing: versions of the month's manifests
role_arn: role that is assumed
regions: regions that are read; empty: all that are enabled
capabilities: result of the last check by part
api_cost_limit: most that requests may cost in a month
export_address: folder of the exports
access_method: federation, role, certificate or keys
access_changed_at: when the access was last changed
location: part of the provider in which the account is
signal: traces, metrics or logs
items: number of items
stored_at: when it was written
holder: the process
until: until when
loop_id: the loop
event: what happened
loop_type: type of the loop
confirmed: whether it is confirmed, not only suspected
onset_at: when it began
resolved_by: who resolved it
hourly_cost: cost in an hour
total_cost: cost so far
detection: what was detected
rates: rates hour by hour
critical: whether it stops something important
target_id: the resource that actions change, where it is another one
action_taken: what was done
action_success: whether it succeeded
action_at: when it was done
starts_at: when it starts
done: whether it was done
message: message for people
environment_name: name of the environment
weekly_hours: hours of a week in which it runs
switched_by: whether Kept or people start and stop it
applied_by: who applied it
applied_at: when it was applied
reached: state that it was last brought to
receipts: state of each resource before it was stopped, to restore it from
metric: name of the metric
unit: unit of the metric
plan: what is changed, request by request
automatic: whether Kept does it by itself
revert_at: when it is undone
max_step: largest step that is allowed
max_per_hour: most changes in an hour
in_bill: whether a bill has it
bill_name: name on the bill
bill_type: type on the bill
bill_billing_account_id: billing account on the bill
bill_sub_account_id: account on the bill
bill_sub_account_name: name of the account on the bill
bill_service: service on the bill
bill_region: region on the bill
bill_tags: tags on the bill
effective: effective cost of the last 30 days
costs: costs of the last 30 days in every currency
bill_reading: version of the bill that it was read from
in_inventory: whether an inventory has it
inventory_name: name in the inventory
inventory_type: type in the inventory
inventory_billing_account_id: billing account in the inventory
inventory_sub_account_id: account in the inventory
inventory_sub_account_name: name of the account in the inventory
inventory_service: service in the inventory
inventory_region: region in the inventory
inventory_tags: tags in the inventory
inventory_owner: owner in the inventory
size: size, such as an instance type
state_since: since when it is in its state
state_seen_since: since when Kept has seen it in its state
attributes: further facts of the inventory
observed_at: when the inventory was read
other_id: the other resource
address: address in the simulated cloud
billing_subscription.plan: the plan
sync_unit_resource.type: type of the resource
list_price.kind: kind of resource that it is the price of
list_price.type: type of the resource, such as an instance type
variant: what else the price depends on
list_price.unit: unit that the price is for
list_price.sku: number of the offer in the price list
price_list: the price list of the cloud
list_price.effective_at: since when the price is valid, with its time zone as the cloud wrote it
list_price.read_at: when this price was first read
`)
