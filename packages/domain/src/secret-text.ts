/** A secret as a person pastes it: without spaces. */
import * as z from 'zod'

export const secretSchema = z
  .string()
  .trim()
  .min(1)
  .max(4096)
  .regex(/^[\x21-\x7e]+$/, 'must not contain spaces or control characters')
