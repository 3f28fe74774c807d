/** What is wrong with a value, in words for people: read after the field's name, "start_date must be a date ...". */
import { formatCount } from '@kept/foundation/format/number.ts'
import type * as z from 'zod'

const formats: Record<string, string> = {
  date: 'must be a date such as 2026-10-31',
  datetime: 'must be a time with its zone, such as 2026-10-31T08:00:00Z',
  email: 'must be an email address such as ada@example.com',
  uuid: 'must be an id such as 5f0c2c3e-8c4b-4d8e-9a55-0d6f0f4c2a11',
  guid: 'must be an id such as 5f0c2c3e-8c4b-4d8e-9a55-0d6f0f4c2a11',
  url: 'must be an address such as https://example.com',
}

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'empty',
}

/** The issue's message in our words; what a schema says itself stays as it is. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_union') {
    const nested = issue.errors.flat()[0]
    return nested && isFromLibrary(issue.message) ? describeIssue(nested) : issue.message
  }
  return isFromLibrary(issue.message) ? describeByCode(issue) : issue.message
}

/** Messages of the validation library, which are written for programmers. */
function isFromLibrary(message: string): boolean {
  return /^(?:Invalid |Too (?:small|big)|Unrecognized key|Input )/.test(message)
}

function describeByCode(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (/received undefined$/.test(issue.message)) return 'is required'
      return `must be ${types[issue.expected] ?? `of the type ${issue.expected}`}`
    case 'invalid_format':
      return formats[issue.format] ?? 'does not have the required form'
    case 'invalid_value':
      return issue.values.length > 20
        ? 'is not one of the known values'
        : `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
    case 'too_small':
      return describeSize(issue.origin, Number(issue.minimum), issue.inclusive === false ? 'more than' : 'at least')
    case 'too_big':
      return describeSize(issue.origin, Number(issue.maximum), issue.inclusive === false ? 'less than' : 'at most')
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.slice(0, 5).join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return 'is not valid'
  }
}

function describeSize(origin: string, limit: number, comparison: string): string {
  const number = formatCount(limit)
  if (origin === 'string')
    return limit === 1 && comparison === 'at least'
      ? 'must not be empty'
      : `must have ${comparison} ${number} characters`
  if (origin === 'array' || origin === 'set')
    return `must have ${comparison} ${number} ${limit === 1 ? 'item' : 'items'}`
  return `must be ${comparison} ${number}`
}
