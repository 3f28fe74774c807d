import { expect, it } from 'vitest'
import * as z from 'zod'
import { readBy } from './one-sentence.ts'

const shape = z.object({
  format: z.literal('kept'),
  day: z.enum(['monday', 'friday']).optional(),
  by: z.record(z.string(), z.number()).optional(),
})

it.each([
  [shape, [], 'The file must be an object; it is [].'],
  [shape, {}, 'format is missing.'],
  [shape, { format: 'other' }, 'format must be "kept"; it is "other".'],
  [shape, { format: 'kept', day: 'funday' }, 'day must be one of monday, friday; it is "funday".'],
  [shape, { format: 'kept', by: [1] }, 'by must be an object; it is [1].'],
  [shape, { format: 'kept', by: { 'a b': 'x' } }, 'by["a b"] must be a number; it is "x".'],
  [z.array(shape), {}, 'The file must be an array; it is {}.'],
  [z.array(shape), [{}], 'The file, [0].format is missing.'],
])('names the place and what is wrong there (%#)', (schema, value, sentence) => {
  expect(() => readBy(schema as z.ZodType, value, 'The file')).toThrow(sentence)
})
