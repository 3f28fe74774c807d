import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'

/** A raw route's id; what cannot be one is not there. */
export function importId(text: string): string {
  const parsed = z.uuid().safeParse(text)
  if (!parsed.success) throw new KeptError('not_found', 'There is no such import.')
  return parsed.data
}
