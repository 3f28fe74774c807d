import { readFileSync } from 'node:fs'
import { badInput } from '@kept/domain/errors.ts'
import { type ColumnMapping, columnMappingSchema } from '@kept/domain/ingest.ts'

/** The column mapping in a file, as JSON; what it says is judged by who reads bills with it. */
export function readColumnMapping(path: string): ColumnMapping {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw badInput(`There is no column mapping ${path}.`)
  }
  try {
    return columnMappingSchema.parse(JSON.parse(text))
  } catch {
    throw badInput(`${path} is no column mapping: it must be a JSON object with "columns".`)
  }
}
