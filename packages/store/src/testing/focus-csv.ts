/** A FOCUS file's rows as test lines, read by the engine as text, independently of our reading code. */
import { focusColumnNames } from '@kept/domain/focus-columns.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { TestLine } from './lines.ts'

export async function readFocusFile(warehouse: Warehouse, path: string): Promise<TestLine[]> {
  const rows = await warehouse.inspect<Record<string, string | null>>(
    'SELECT * FROM file({path:String}, CSVWithNames)',
    { path },
    { settings: { input_format_csv_use_best_effort_in_schema_inference: 0 } },
  )
  return rows.map((row) => {
    const textOf = (name: string) => (row[name] && row[name] !== 'NULL' ? row[name] : undefined)
    const line: TestLine = Object.fromEntries(focusColumnNames.map((name) => [name, textOf(name)]))
    const tags: unknown = JSON.parse(textOf('Tags') ?? '{}')
    return {
      ...line,
      ServiceProviderName: textOf('ServiceProviderName') ?? textOf('ProviderName'),
      Tags: tags as Record<string, string>,
      AllocatedTags: undefined,
    }
  })
}
