import { readFileSync } from 'node:fs'
import { badInput } from '@kept/domain/errors.ts'
import { type ColumnMapping, columnMappingSchema } from '@kept/domain/ingest.ts'

/** Reads a column mapping from a JSON file. The columns are validated when a bill is read with it. */
export function readColumnMapping(path: string): ColumnMapping {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw badInput(`Column mapping file not found: ${path}`)
  }
  try {
    return columnMappingSchema.parse(JSON.parse(text))
  } catch {
    throw badInput(`${path} is not a column mapping. It must be a JSON object with "columns".`)
  }
}
