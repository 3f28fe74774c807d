import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { sentenceOf } from './errors.ts'

const sentence = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse({ field: value })
  return error ? sentenceOf(error.issues) : ''
}
const objectOf = (field: z.ZodType) => z.object({ field })

describe('validation messages', () => {
  it.each([
    [objectOf(z.string().min(1)), '', 'must not be empty'],
    [objectOf(z.string().min(8)), 'a', 'must have at least 8 characters'],
    [objectOf(z.string().max(2)), 'abc', 'must have at most 2 characters'],
    [objectOf(z.string()), undefined, 'is required'],
    [objectOf(z.string()), 5, 'must be text'],
    [objectOf(z.iso.date()), 'yesterday', 'must be a date such as 2026-10-31'],
    [objectOf(z.iso.datetime()), 'now', 'must be a time with its zone, such as 2026-10-31T08:00:00Z'],
    [objectOf(z.uuid()), '1', 'must be an id such as 5f0c2c3e-8c4b-4d8e-9a55-0d6f0f4c2a11'],
    [objectOf(z.email()), 'a', 'must be an email address such as ada@example.com'],
    [objectOf(z.int().min(1)), 0, 'must be at least 1'],
    [objectOf(z.coerce.number().max(200)), '201', 'must be at most 200'],
    [objectOf(z.coerce.number()), 'x', 'must be a number'],
    [objectOf(z.enum(['a', 'b'])), 'c', 'must be one of a, b'],
    [objectOf(z.array(z.string()).min(1)), [], 'must have at least 1 item'],
    [objectOf(z.url({ error: 'must look like this' })), 'x', 'must look like this'],
  ])('explains what is wrong with field %#', (schema, value, message) => {
    expect(sentence(schema, value)).toBe(`The request is not valid: field: ${message}.`)
  })
})
