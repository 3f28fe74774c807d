/**
 * The list cost of lines whose effective cost is known: what a saving against list can be compared with. Rows written
 * before answer with their whole list cost, as they did; it differs only where an effective cost is unknown.
 */
import type { WarehouseMigration } from '../migration.ts'

export const listWhereEffective: WarehouseMigration = {
  name: '0002-list-where-effective',
  statements: ['cost_daily', 'cost_daily_resource'].map(
    (table) =>
      `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS list_where_effective Nullable(Decimal(76, 30)) DEFAULT list AFTER list`,
  ),
}
