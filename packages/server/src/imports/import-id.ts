import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'

/** Parses the import id of a raw route. Throws not_found for an invalid one. */
export function importId(text: string): string {
  const parsed = z.uuid().safeParse(text)
  if (!parsed.success) throw new KeptError('not_found', 'Import not found.')
  return parsed.data
}
