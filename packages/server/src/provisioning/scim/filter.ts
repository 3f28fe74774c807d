/**
 * Filters of SCIM (RFC 7644, section 3.4.2.2), evaluated on a resource as it is sent: comparisons, "and", "or", "not",
 * parentheses, and value paths such as `emails[type eq "work"].value`. Names and texts are compared without case.
 */
import { scimError } from './errors.ts'

export type Filter = (resource: unknown) => boolean

const tokenPattern = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y
const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
type Operator = (typeof operators)[number]
const MAX_DEPTH = 20

/** Throws `invalidFilter` for what is no filter. */
export function parseFilter(text: string): Filter {
  const reader = new FilterReader(tokensOf(text))
  const filter = reader.readOr(0)
  if (reader.peek() !== undefined) throw invalid(`unexpected "${reader.peek()}"`)
  return filter
}

function invalid(reason: string): Error {
  return scimError(400, `The filter can't be read: ${reason}.`, 'invalidFilter')
}

function tokensOf(text: string): string[] {
  if (text.length > 2000) throw invalid('it is longer than 2000 characters')
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  const trimmed = text.trim()
  while (tokenPattern.lastIndex < trimmed.length) {
    const match = tokenPattern.exec(trimmed)
    if (!match) throw invalid('a text has no end')
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '')
  }
  return tokens
}

class FilterReader {
  private position = 0
  private readonly tokens: readonly string[]

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  peek(): string | undefined {
    return this.tokens[this.position]
  }

  private next(): string {
    const token = this.tokens[this.position]
    if (token === undefined) throw invalid('it ends too early')
    this.position += 1
    return token
  }

  private accept(text: string): boolean {
    if (this.peek()?.toLowerCase() !== text) return false
    this.position += 1
    return true
  }

  readOr(depth: number): Filter {
    if (depth > MAX_DEPTH) throw invalid('it is nested too deeply')
    const parts = [this.readAnd(depth)]
    while (this.accept('or')) parts.push(this.readAnd(depth))
    return (resource) => parts.some((part) => part(resource))
  }

  private readAnd(depth: number): Filter {
    const parts = [this.readTerm(depth)]
    while (this.accept('and')) parts.push(this.readTerm(depth))
    return (resource) => parts.every((part) => part(resource))
  }

  private readTerm(depth: number): Filter {
    if (this.accept('not')) {
      const negated = this.readTerm(depth + 1)
      return (resource) => !negated(resource)
    }
    if (this.accept('(')) {
      const inner = this.readOr(depth + 1)
      if (!this.accept(')')) throw invalid('a parenthesis is not closed')
      return inner
    }
    return this.readComparison(depth)
  }

  private readComparison(depth: number): Filter {
    const path = this.next()
    if (this.accept('[')) return this.readValuePath(path, depth)
    if (this.accept('pr')) return (resource) => valuesAt(resource, path).length > 0
    const operator = this.next().toLowerCase()
    if (!isOperator(operator)) throw invalid(`"${operator.slice(0, 40)}" is no operator`)
    const expected = literalOf(this.next())
    return (resource) => {
      const values = valuesAt(resource, path)
      if (operator === 'ne') return !values.some((value) => isSame(value, expected))
      return values.some((value) => compare(operator, value, expected))
    }
  }

  private readValuePath(path: string, depth: number): Filter {
    const condition = this.readOr(depth + 1)
    if (!this.accept(']')) throw invalid('a bracket is not closed')
    const matching = (resource: unknown) => valuesAt(resource, path).filter(condition)
    const rest = this.peek()
    if (rest === undefined || !rest.startsWith('.')) return (resource) => matching(resource).length > 0
    this.position += 1
    const operator = this.next().toLowerCase()
    if (!isOperator(operator)) throw invalid(`"${operator.slice(0, 40)}" is no operator`)
    const expected = literalOf(this.next())
    return (resource) =>
      matching(resource)
        .flatMap((part) => valuesAt(part, rest.slice(1)))
        .some((value) => compare(operator, value, expected))
  }
}

function isOperator(text: string): text is Operator {
  return operators.some((operator) => operator === text)
}

function literalOf(token: string): unknown {
  try {
    return JSON.parse(/^(?:true|false|null)$/i.test(token) ? token.toLowerCase() : token)
  } catch {
    throw invalid(`"${token.slice(0, 40)}" is no value`)
  }
}

/** The value of a property, whose name is compared without case. */
export function propertyOf(resource: unknown, name: string): unknown {
  if (typeof resource !== 'object' || resource === null) return undefined
  const key = Object.keys(resource).find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : (resource as Record<string, unknown>)[key]
}

/** `urn:ietf:params:scim:schemas:core:2.0:User:userName` is the same as `userName`. */
export function withoutSchema(path: string): string {
  return path.replace(/^urn:[\w:.-]*:(?:User|Group):/i, '')
}

/** Every value at a path; lists are read through. */
function valuesAt(resource: unknown, path: string): unknown[] {
  let values: unknown[] = [resource]
  for (const name of withoutSchema(path).split('.'))
    values = values.flatMap((value) => {
      const property = propertyOf(value, name)
      return Array.isArray(property) ? property : [property]
    })
  // A comparison with a list of objects compares their values.
  return values.map((value) => value).filter((value) => value !== undefined && value !== null && value !== '')
}

function isSame(value: unknown, expected: unknown): boolean {
  const actual = typeof value === 'object' ? propertyOf(value, 'value') : value
  if (typeof actual === 'string' && typeof expected === 'string') return actual.toLowerCase() === expected.toLowerCase()
  // Entra sends "True" for a boolean.
  if (typeof actual === 'boolean' && typeof expected === 'string') return String(actual) === expected.toLowerCase()
  return actual === expected
}

function compare(operator: Operator, value: unknown, expected: unknown): boolean {
  if (operator === 'eq') return isSame(value, expected)
  const [actual, other] = [value, expected].map((part) =>
    String(typeof part === 'object' ? propertyOf(part, 'value') : part).toLowerCase(),
  )
  if (actual === undefined || other === undefined) return false
  switch (operator) {
    case 'co':
      return actual.includes(other)
    case 'sw':
      return actual.startsWith(other)
    case 'ew':
      return actual.endsWith(other)
    case 'gt':
      return actual > other
    case 'ge':
      return actual >= other
    case 'lt':
      return actual < other
    case 'le':
      return actual <= other
    default:
      return false
  }
}
