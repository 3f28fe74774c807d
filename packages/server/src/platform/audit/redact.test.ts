import { expect, it } from 'vitest'
import * as z from 'zod'
import { recordedInput } from './redact.ts'

const schema = z.object({
  name: z.string(),
  settings: z.unknown(),
  list: z.unknown(),
  password: z.string(),
  id: z.string(),
})

it('records declared fields only, shortened, without secrets', () => {
  const input = {
    name: 'x'.repeat(300),
    settings: {
      url: 'https://hooks.example/T0',
      signing_secret: 's',
      api_key: 'k',
      deep: { er: { still: { far: 1 } } },
    },
    list: Array.from({ length: 30 }, () => 'item'),
    password: 'hunter2',
    undeclared: 'value',
    id: 'i',
  }
  expect(recordedInput(schema, input)).toEqual({
    name: `${'x'.repeat(200)}…`,
    settings: {
      url: '[redacted]',
      signing_secret: '[redacted]',
      api_key: '[redacted]',
      deep: { er: { still: '1 fields' } },
    },
    list: '30 items',
    password: '[redacted]',
    id: 'i',
  })
})

it('records nothing without declared fields', () => {
  expect(recordedInput(schema, {})).toBeNull()
  expect(recordedInput(undefined, { name: 'a' })).toBeNull()
  expect(recordedInput(schema, 'text')).toBeNull()
})
