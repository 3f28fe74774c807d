import { KeptError } from '@kept/domain/errors.ts'
import type * as z from 'zod'
import { sentenceOf } from './errors.ts'

/** A raw route's body as its schema says, or the same sentence a contract route would answer. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {})
  if (!parsed.success) throw new KeptError('bad_input', sentenceOf(parsed.error.issues), { cause: parsed.error })
  return parsed.data
}
