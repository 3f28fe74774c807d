/** Meanings of columns of costs, savings, recommendations and billing. Amounts in minor units are whole numbers: cents. */
import { readMeanings } from './read-meanings.ts'

export const moneyColumnMeanings = readMeanings(`
direction: above or below what was expected
first_day: first day
last_day: last day so far
expected: expected value
actual: actual value
projected_excess: what it costs in a month if it goes on
days: values day by day
hours: values hour by hour
links: what explains it
drivers: what changed most
explaining_dimension: the dimension that explains most
feedback: what a user said about it
feedback_by: who said it
feedback_note: note to it
feedback_at: when it was said
notified_severity: highest severity that was notified; null when none was
notified_over: amount over which it was notified
deviations: usual deviations from the expected value that are reported
share: share of the expected value that is reported
min_daily_excess: smallest excess of a day that is reported
notify_from: severity from which on it is notified
buyer: who the invoices are for: name, address and tax ID
recipients: addresses that receive it
locale: language and format
purchase_order: number of the purchase order
preferred_rail: how the customer prefers to pay
terms_days: days to pay; null: the default
alert_id: the threshold
crossed_at: when it was crossed
threshold: amount that is notified
credit_id: the credit
used_at: when it was used
payment_id: the payment
idempotency_key: key by which the payment provider carries it out once
applied_minor: part that paid invoices, in minor units
refunded_minor: part that was returned, in minor units
disputed_minor: part that is disputed, in minor units
reference: text of the bank transfer or the document
method_id: the way to pay
action_url: where the customer confirms the payment
received_on: day on which it was received
remaining_minor: part that is left, in minor units
available_at: from when on it can be used
invoice_id: the invoice
amount_minor: amount in minor units
rail: way of payment
rail_ref: ID at the payment provider
statement_id: the savings statement
line_id: the line of the invoice
answered_by: who answered
answered_at: when it was answered
credit_note_id: the credit note
paused_by: who paused it
paused_at: when it was paused
days_after_due: days after the invoice was due
taken_at: when the step was taken
line_group: group of the line on the invoice
saved: saving in the currency, exact
fee: fee in the currency
fee_exact: fee in the currency, before it is rounded
fee_minor: fee in minor units
actions: actions, with their amounts
billed_at: when it was billed
payment_state: whether it is paid
sync_state: whether the payment provider has it
issue_after: from when on it is issued
issued_at: when it was issued
issued_on: day of the invoice
voided_at: when it was voided
void_reason: why it was voided
net_minor: amount without tax, in minor units
tax_minor: tax in minor units
gross_minor: amount with tax, in minor units
credit_applied_minor: credit that was used, in minor units
due_minor: amount due, in minor units
paid_minor: amount paid, in minor units
credited_minor: amount credited, in minor units
written_off_minor: amount written off, in minor units
corrects_invoice_id: the invoice that a credit note corrects
document: the document as an object
transaction_id: the booking
debit_minor: debit in minor units
credit_minor: credit in minor units
booked_at: when it was booked
brand: brand of the card or name of the bank
last4: last four digits
expires: month in which the card expires, such as 2028-08
label: label
is_default: whether it is used when nothing else is chosen
detached_at: when it was removed
ref: ID at the payment provider
plan: the plan
started_on: first day
notice_days: days of notice
canceled_at: when it was canceled
ends_on: last day
cancel_reason: why it was canceled
budget_id: the budget
period_start: first day of the period
percent: threshold in percent
basis: actual or forecast cost
thresholds: percentages that are notified
tier: name of the terms
valid_from: first month in which it counts
import_id: the import
dataset: the dataset of FOCUS, or the part of the cloud
format: format of the file
billing_account_id: ID of the billing account
billing_period: first day of the month
billed: billed cost by currency
first_charged_on: first day with a charge
last_charge_on: last day with a charge
last_charged_on: last day with a charge
superseded_by: the load that replaced it
superseded_at: when it was replaced
published_at: when it became visible
sources: files or folders that were read
inputs: what the import reads, with its size and hash
mapping: columns of an unknown format and their meaning
attempt: number of the last try
error_code: kind of the error
touched_at: last sign of life of the import
notes: notes for people
reconciliation: sums of the file compared with what was stored
losses: what would be lost by replacing a month
pending_publication: what is published when it is confirmed
accept_smaller: whether losing a part was confirmed
factor: factor by which the cost is expected to change
daily_amount: amount by which the cost of a day is expected to change
fingerprint: what makes it the same when it is detected again
sub_account_id: ID of the account in the billing account
sub_account_name: name of that account
service: the service
monthly_savings_low: low end of the estimated saving
monthly_savings_high: high end of the estimated saving
monthly_cost: cost in a month
confidence: how sure the estimate is
effort: how much work it is
risk: how risky it is
evidence: figures it follows from
steps: steps to take
completed_by: who completed it
dismissed_reason: why it was dismissed
dismissed_until: until when it is dismissed
counted_in: the recommendation that counts the same money
first_seen_at: when it was first detected
last_absent_at: when it was last evaluated and not detected
owner_type: user or team
visited_at: when it was last visited
since: end of the visit before
input: what was recorded: kind, resource, first hour
baseline_hash: SHA-256 of the baseline
estimate: estimated saving
counts_since: first hour that counts
baseline: the baseline as an object
frozen_at: when it was frozen
commitment: the commitment
part: which part of the saving the entry books
lineage: what entries of one action have in common
inputs_root: SHA-256 over everything that was calculated from
code_version: version of the calculation
config_hash: SHA-256 of its settings
refers_to: the entry that it reverses or corrects
notice_id: the reported price
withdrawn_by: who withdrew it
withdrawn_at: when it was withdrawn
sku: what the price is for
price: the price
inputs_key: hash of what it was calculated from
net: net saving in nano-units: billionths of the currency
parts: parts of the saving
replaced: what counts as replaced, in nano-units
held: what is not claimed, and why
gaps: days without data
before_seq: number of the ledger entry before the statement
head_seq: number of its last ledger entry
head_hash: hash of its last ledger entry
billable: saving that the fee is charged on, in nano-units
carried_after: loss that is carried into the next month, in nano-units
customer_net: saving that the customer keeps, in the currency
rule_version: version of the terms of the fee
substitution: replacements that were detected
action_id: the action
unrelated: whether it is declared to be unrelated; the last row decides
declared_by: who declared it
declared_at: when it was declared
folder: folder of the list
is_shared: whether everyone in the organization sees it
search: parameters of the address
definition: what the report shows
shared: whether everyone in the organization sees it
report_id: the report
run_id: the run
occurrence_at: scheduled time; null for a run that someone started
target: address of a member, or ID of a channel
formats: formats of the files
recommendations: how many recommendations it gives
savings_ledger_entry.erased: null; of a deleted organization: why and when the name of the resource was erased
savings_ledger_entry.amount: amount in nano-units: billionths of the currency
savings_statement.body: the signed statement, byte for byte
cost_load.rows: number of rows
`)
