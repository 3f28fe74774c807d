/** The lines of a month as a FOCUS bill: CSV with every column and digit as loaded. */
import { Readable } from 'node:stream'
import { type ColumnKind, type FocusColumn, focusColumnNames, focusColumns } from '@kept/domain/focus-columns.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { csvDataLine } from '@kept/foundation/csv/write.ts'
import type { Warehouse } from '../warehouse/client.ts'

/**
 * Streamed from the warehouse: a month may have millions of lines. Charges that start in the month, of all currencies.
 */
export function streamMonthBill(
  warehouse: Warehouse,
  scope: Scope,
  { month, loadIds }: { month: Month; loadIds: string[] },
  signal: AbortSignal,
): Readable {
  const { from, to } = hoursOfMonth(month)
  const lines = warehouse.stream<{ cells: string[] }>(
    scope,
    `SELECT [${focusColumnNames.map((name) => cellSql(name, focusColumns[name].kind)).join(', ')}] AS cells
     FROM cost_line
     WHERE organization_id = {organization_id:UUID} AND load_id IN {loads:Array(String)}
       AND ChargePeriodStart >= parseDateTimeBestEffort({from:String}, 'UTC')
       AND ChargePeriodStart < parseDateTimeBestEffort({to:String}, 'UTC')`,
    { loads: loadIds, from: fromHour(from), to: fromHour(to) },
    { signal },
  )
  return Readable.from(textOf(lines), { objectMode: false })
}

const pieceLength = 64 * 1024

async function* textOf(lines: AsyncIterable<{ cells: string[] }>): AsyncGenerator<Buffer> {
  let text = `${focusColumnNames.join(',')}\n`
  for await (const { cells } of lines) {
    text += csvDataLine(cells, '\n')
    if (text.length < pieceLength) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

function cellSql(name: FocusColumn, kind: ColumnKind): string {
  switch (kind) {
    case 'time':
      return `ifNull(formatDateTime(${name}, '%Y-%m-%dT%H:%i:%SZ', 'UTC'), '')`
    case 'tags':
      return `if(empty(${name}), '', toJSONString(${name}))`
    case 'amount':
    case 'number':
      return `ifNull(toString(${name}), '')`
    default:
      return `toString(${name})`
  }
}
