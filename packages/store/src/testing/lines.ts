/** Cost lines as a test states them: only the relevant columns, in a load that the test names. */
import { Readable } from 'node:stream'
import { type ColumnKind, type FocusColumn, focusColumnNames, focusColumns } from '@kept/domain/focus-columns.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'

/** Amounts as text, times as ISO text, tags as an object; columns left out are absent from the bill. */
export type TestLine = { [Column in FocusColumn | 'x_columns']?: string | null | Record<string, string> }

const types: Record<ColumnKind, string> = {
  text: 'String',
  long_text: 'String',
  json: 'String',
  amount: 'Nullable(Decimal(76, 30))',
  number: 'Nullable(Decimal(38, 18))',
  time: "DateTime('UTC')",
  tags: 'Map(String, String)',
}

export async function writeLines(warehouse: Warehouse, scope: Scope, loadId: string, lines: TestLine[]): Promise<void> {
  if (lines.length === 0) return
  const structure = [
    ...focusColumnNames.map((name) => `${name} ${types[focusColumns[name].kind]}`),
    'x_columns Map(String, String)',
  ].join(', ')
  await warehouse.execute(
    scope,
    `INSERT INTO cost_line (organization_id, load_id, billing_period, charge_date, ${focusColumnNames.join(', ')}, x_columns)
     SELECT {organization_id:UUID}, {load_id:String}, toDate(BillingPeriodStart, 'UTC'), toDate(ChargePeriodStart, 'UTC'),
       ${focusColumnNames.join(', ')}, x_columns
     FROM input('${structure.replaceAll("'", "\\'")}') FORMAT JSONEachRow`,
    { load_id: loadId },
    {
      settings: { date_time_input_format: 'best_effort', max_partitions_per_insert_block: '1000' },
      body: Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`)),
    },
  )
}

/** A minimal line: one hour of one service, in USD, its billing period the month of its day. */
export function lineOn(day: string, more: TestLine = {}): TestLine {
  return {
    BillingCurrency: 'USD',
    BillingPeriodStart: `${day.slice(0, 7)}-01T00:00:00Z`,
    ChargePeriodStart: `${day}T00:00:00Z`,
    ChargePeriodEnd: `${day}T01:00:00Z`,
    ChargeCategory: 'Usage',
    ...more,
  }
}
