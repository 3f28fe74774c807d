import { expect, it } from 'vitest'
import * as z from 'zod'
import { readBy } from './one-sentence.ts'

const shape = z.object({
  format: z.literal('kept'),
  day: z.enum(['monday', 'friday']).optional(),
  share: z.record(z.string(), z.number()).optional(),
})

it.each([
  [shape, [], 'The file must be an object; it is [].'],
  [shape, {}, 'format is missing.'],
  [shape, { format: 'other' }, 'format must be "kept"; it is "other".'],
  [shape, { format: 'kept', day: 'funday' }, 'day must be one of monday, friday; it is "funday".'],
  [shape, { format: 'kept', share: [1] }, 'share must be an object; it is [1].'],
  [shape, { format: 'kept', share: { 'a b': 'x' } }, 'share["a b"] must be a number; it is "x".'],
  [z.object({ days: z.number().min(0) }), { days: -5 }, 'days must be at least 0; it is -5.'],
  [z.object({ days: z.number().lt(9) }), { days: 9 }, 'days must be less than 9; it is 9.'],
  [z.object({ name: z.string().min(1) }), { name: '' }, 'name must have at least 1 character; it is "".'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'The file must have at most 2 entries; it is ["a","b","c"].'],
  [z.object({ days: z.number().min(0, 'must not be negative') }), { days: -5 }, 'days must not be negative; it is -5.'],
  [z.array(shape), {}, 'The file must be an array; it is {}.'],
  [z.array(shape), [{}], 'The file, [0].format is missing.'],
])('names the place and what is wrong there (%#)', (schema, value, sentence) => {
  expect(() => readBy(schema as z.ZodType, value, 'The file')).toThrow(sentence)
})
