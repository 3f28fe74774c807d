/** What the export of an organization leaves out, with the reason that its format page shows. */
import { readMeanings } from './read-meanings.ts'

const encrypted = 'encrypted: only this installation can read it'
const recognized = 'a key, token or link is recognized by it'

const columns: Record<string, string> = {
  client_secret: encrypted,
  secret: encrypted,
  previous_secret: encrypted,
  credentials: encrypted,
  token_hash: recognized,
  hash_of_key: recognized,
  'idempotency_key.answer': encrypted,
  'api_key.hash': recognized,
  'scim_token.hash': recognized,
  'organization_domain.token': recognized,
}

/** Why the column is left out; undefined when it is exported. */
export function reasonLeftOut(table: string, column: string): string | undefined {
  return columns[`${table}.${column}`] ?? columns[column]
}

/** Tables of Postgres without rows that belong to one organization, or whose rows are not its data. */
export const databaseTablesLeftOut = readMeanings(`
account: how users sign in; it belongs to the users, who export it with their account
billing_dunning_campaign: settings of the operator
billing_logo: settings of the operator
billing_number_series: numbers of the operator's invoices
billing_rail_event: events of the operator's payment provider
billing_rail_movement: movements at the operator's payment provider
billing_reconciliation_difference: the operator's comparison with the payment provider
billing_reconciliation_run: the operator's comparison with the payment provider
billing_settings: settings of the operator
commission_settings: settings of the operator
data_version: counters by which responses are cached; they hold no data
newsletter_subscriber: people who subscribed on the website
passkey: how users sign in; it belongs to the users, who export it with their account
rate_limit: counters of requests
recovery_code: how users sign in; only hashes
schema_migration: versions of the tables
server_process: processes of the installation
session: sessions of users; they belong to the users, who export them with their account
status_day: whether the installation worked
storage_measurement: how large the tables of the installation are
two_factor: how users sign in; encrypted
verification: codes that were sent to users, for minutes
`)

/** The same of ClickHouse. */
export const warehouseTablesLeftOut = readMeanings(`
schema_migration: versions of the tables
telemetry_hour_of_items: a view that fills telemetry_hour
`)
