/** What each exported table of ClickHouse has in a row, and its columns. Columns of FOCUS keep their names and meanings. */
import { readMeanings } from './read-meanings.ts'

export const warehouseTableMeanings = readMeanings(`
billing_period: a billing period, dataset of FOCUS
contract_commitment: a commitment, dataset of FOCUS
cost_daily: cost of a day, summed over resources
cost_daily_resource: cost of a day of one resource
cost_line: a line of a bill, dataset Cost and Usage of FOCUS
cost_value: a value of a dimension and its cost in a month
file_answer: a line of the file that a question about an import was answered with
invoice_detail: a line of an invoice of the provider, dataset of FOCUS
metric_day: a metric of a resource, summed over a day
metric_point: a measured value of a metric
rejected_row: a row of a file that could not be read
rolled_up_load: a load whose lines were summed into the tables of days
telemetry_hour: calls of a resource in an hour
telemetry_item: a span, metric or log record as it arrived
usage_event: activity of a person in an environment, by a pseudonym
`)

export const warehouseColumnMeanings = readMeanings(`
organization_id: the organization, the same in every row of the export
load_id: the load; only rows of loads whose status is current in database/cost_load count
billing_period: first day of the month
charge_date: day of the charge, UTC
x_columns: columns of the file that are not columns of FOCUS
lines: number of lines
billed: sum of BilledCost
effective: sum of EffectiveCost
contracted: sum of ContractedCost
list: sum of ListCost
list_where_effective: sum of ListCost of lines that have an EffectiveCost
quantity: sum of ConsumedQuantity
pricing_quantity: sum of PricingQuantity
savings_against_list: sum of ListCost minus EffectiveCost of lines that have both
effective_where_contracted: sum of EffectiveCost of lines that have a ContractedCost
contracted_where_effective: sum of ContractedCost of lines that have an EffectiveCost
effective_where_quantity: sum of EffectiveCost of lines that have a quantity
quantity_where_effective: sum of ConsumedQuantity of lines that have an EffectiveCost
dimension: the dimension
cost_value.value: the value, such as the name of a service
metric_point.value: mean of the metric over the seconds
rejected_row.value: what the column has
name: name of the value
currency: currency, ISO 4217
provider: the provider
service: the service
question_id: the question
file_answer.answer: the values of the line
requested_at: when it was asked
resource_id: ID of the resource
metric: name of the metric
unit: unit of the metric
day: day, UTC
points: number of points
seconds: seconds that it covers
min_value: smallest value
max_value: largest value
total: sum of value times seconds
sketch: the quantiles 0.5, 0.95 and 0.99 of the points, in this order
version: the highest version of a row counts
at: when it was measured or happened
import_id: the import
file: name of the file
line: number of the line
column: the column that could not be read
reason: why it could not be read
row: the row as text
created_at: when it was written
rolled_up_at: when it was summed
hour: hour, UTC
calls: number of calls
signal: traces, metrics or logs
trace_id: ID of the trace
body: the item as JSON
received_at: when it was received
written_at: when it was written
environment_id: the environment
event_id: ID of the event
activity_type: what was done
counts_as_usage: whether it counts as use
person: pseudonym of the person
environment_name: name of the environment
project: the project
team: the team
time_zone: IANA time zone
cpu: use of the processor, as it was sent
memory: use of the memory, as it was sent
network: use of the network, as it was sent
batch: the import or delivery it came with
`)
