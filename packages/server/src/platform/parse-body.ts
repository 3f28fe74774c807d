import { KeptError } from '@kept/domain/errors.ts'
import type * as z from 'zod'
import { sentenceOf } from './errors.ts'

/** Parses a raw route's body by its schema, with the same error message as a contract route. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) throw new KeptError('bad_input', sentenceOf(parsed.error.issues), { cause: parsed.error })
  return parsed.data
}
