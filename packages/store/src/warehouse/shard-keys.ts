/**
 * By which value a row of each table goes to a shard of a cluster. Every key contains the organization, so that a large
 * one is spread over all shards, and only columns that identify the row: a row that replaces another one, or is summed
 * with it, is on the same shard. All lines of a resource are on one shard, hence also their roll-up by resource; lines
 * without a resource (taxes, fees, support) are spread by account, service and day.
 */

const ofResource =
  "if(ResourceId = '', cityHash64(organization_id, SubAccountId, ServiceName, charge_date), cityHash64(organization_id, ResourceId))"

const shardKeys: Readonly<Record<string, string>> = {
  cost_line: ofResource,
  cost_daily_resource: ofResource,
  cost_daily: 'cityHash64(organization_id, SubAccountId, ServiceName, charge_date)',
  cost_value: 'cityHash64(organization_id, dimension, value)',
  rolled_up_load: 'cityHash64(organization_id, load_id)',
  rejected_row: 'cityHash64(organization_id, import_id)',
  contract_commitment: 'cityHash64(organization_id, load_id)',
  billing_period: 'cityHash64(organization_id, load_id)',
  invoice_detail: 'cityHash64(organization_id, load_id)',
  file_answer: 'cityHash64(organization_id, question_id)',
  metric_point: 'cityHash64(organization_id, resource_id)',
  metric_day: 'cityHash64(organization_id, resource_id)',
  telemetry_item: 'cityHash64(organization_id, resource_id)',
  telemetry_hour: 'cityHash64(organization_id, resource_id)',
  usage_event: 'cityHash64(organization_id, environment_id)',
}

/** Throws for a table that a migration added without a key. */
export function shardKeyOf(table: string): string {
  const key = shardKeys[table]
  if (key === undefined) throw new Error(`the table ${table} needs a key in shard-keys.ts`)
  return key
}
