/** What is wrong with an input, as one sentence that names the place: "cells[3].actualQty must not be negative; it is "-1"." */
import type * as z from 'zod'
import { badInput, type KeptError } from './errors.ts'

/** Reads a value by its schema, or throws the first thing that is wrong with it. `what` names the whole of it. */
export function readBy<Schema extends z.ZodType>(schema: Schema, value: unknown, subject: string): z.output<Schema> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  throw firstIssue(read.error.issues, value, subject)
}

function firstIssue(issues: readonly z.core.$ZodIssue[], value: unknown, subject: string): KeptError {
  const [first] = issues
  if (!first) return badInput(`${subject} cannot be read.`)
  const issue = deepest(first)
  const path = formatPath(issue.path)
  // A list has no field to begin with: "The rules, [0].id is missing".
  const location = path === '' ? subject : path.startsWith('[') ? `${subject}, ${path}` : path
  if (issue.code === 'unrecognized_keys') {
    return badInput(`${location} has a field that is not known: ${issue.keys.map((key) => `"${key}"`).join(', ')}.`)
  }
  const received = valueAtPath(value, issue.path)
  return badInput(
    `${location} ${describeProblem(issue, received)}${received === undefined ? '' : `; it is ${formatValue(received)}`}.`,
  )
}

/** Schemas say their own words; where one does not, the library's are made into ours. */
function describeProblem(issue: z.core.$ZodIssue, received: unknown): string {
  if (issue.code === 'invalid_value' && /^Invalid (option|input)/.test(issue.message)) {
    if (received === undefined) return 'is missing'
    const [onlyValue, ...otherValues] = issue.values.map((value) => JSON.stringify(value))
    return otherValues.length === 0 ? `must be ${onlyValue}` : `must be one of ${issue.values.join(', ')}`
  }
  const limit = limitOf(issue)
  if (limit !== undefined) return limit
  const expected = /^Invalid input: expected (\w+)/.exec(issue.message)?.[1]?.replace('record', 'object')
  if (!expected) return issue.message
  return received === undefined ? 'is missing' : `must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`
}

/** "must be at least 0", "must have at most 500 characters": where the schema has no words of its own for it. */
function limitOf(issue: z.core.$ZodIssue): string | undefined {
  if ((issue.code !== 'too_small' && issue.code !== 'too_big') || !/^Too (small|big)/.test(issue.message))
    return undefined
  const isSmall = issue.code === 'too_small'
  const bound = isSmall ? issue.minimum : issue.maximum
  const comparison =
    issue.inclusive === false ? (isSmall ? 'more than' : 'less than') : isSmall ? 'at least' : 'at most'
  const units: Partial<Record<string, string>> = { string: 'character', array: 'entry', set: 'entry', map: 'entry' }
  const unit = units[issue.origin]
  if (unit === undefined) return `must be ${comparison} ${bound}`
  return `must have ${comparison} ${bound} ${Number(bound) === 1 ? unit : unit.replace(/y$/, 'ie').concat('s')}`
}

/** Of several shapes a value might have had, the one it came closest to says best what is wrong. */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue
  const nearest = issue.errors
    .flatMap(([first]) => (first ? [{ ...first, path: [...issue.path, ...first.path] }] : []))
    .toSorted((a, b) => b.path.length - a.path.length || rank(a) - rank(b))
  return nearest[0] ? deepest(nearest[0]) : issue
}

/** A value of the right type with a wrong content is nearer than one of the wrong type. */
function rank({ code }: z.core.$ZodIssue): number {
  return code === 'invalid_type' ? 1 : 0
}

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`
      return /^[A-Za-z_]\w*$/.test(String(step)) ? `.${String(step)}` : `[${JSON.stringify(String(step))}]`
    })
    .join('')
    .replace(/^\./, '')
}

function valueAtPath(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, step) => (inside === null || inside === undefined ? undefined : Reflect.get(Object(inside), step)),
    value,
  )
}

function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
