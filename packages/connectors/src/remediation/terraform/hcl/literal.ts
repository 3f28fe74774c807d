/** Literal values of expressions. What has to be evaluated (variables, functions, templates) has none. */
import { type Scanner, skipBlank, skipExpression } from './skip.ts'
import { HclError, type Span } from './syntax.ts'

export type Literal = string | number | boolean

/** No name or type is longer; a longer text is not looked at. */
const maxLength = 2000

export function literalOf(text: string, { start, end }: Span): Literal | undefined {
  if (end - start > maxLength) return undefined
  const source = text.slice(start, end)
  if (source === 'true' || source === 'false') return source === 'true'
  if (/^-?\d+(?:\.\d+)?$/.test(source)) return Number(source)
  return quotedLiteral(source)
}

function quotedLiteral(source: string): string | undefined {
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(source)) return undefined
  const content = source.slice(1, -1)
  if (/[$%]\{/.test(content.replaceAll(/[$%]{2}\{/g, ''))) return undefined
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t' }
  return content
    .replaceAll(/\\(.)/g, (_, character: string) => escapes[character] ?? character)
    .replaceAll(/([$%])\1\{/g, '$1{')
}

/** As Terraform writes it. */
export function writeLiteral(value: Literal): string {
  if (typeof value !== 'string') return String(value)
  return JSON.stringify(value).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)
}

/** The entries with literal values of an object, or of the objects that `merge(...)` joins. */
export function literalEntries(text: string, { start, end }: Span): ReadonlyMap<string, string> {
  const scanner: Scanner = { text: text.slice(0, end), comments: [] }
  try {
    const merge = /^merge\s*\(/.exec(text.slice(start, end))
    if (!merge) return new Map(text[start] === '{' ? entriesFrom(scanner, start + 1) : [])
    const entries: [string, string][] = []
    for (let position = start + merge[0].length; ; ) {
      position = skipBlank(scanner, position, ' \t\r\n,')
      if (position >= end - 1) return new Map(entries)
      if (text[position] === '{') entries.push(...entriesFrom(scanner, position + 1))
      position = skipExpression(scanner, position, ',)')
    }
  } catch (error) {
    // An object of another form has no entries that could be compared.
    if (error instanceof HclError) return new Map()
    throw error
  }
}

function entriesFrom(scanner: Scanner, start: number): [string, string][] {
  const { text } = scanner
  const entries: [string, string][] = []
  for (let position = start; ; ) {
    position = skipBlank(scanner, position, ' \t\r\n,')
    if (position >= text.length || text[position] === '}') return entries
    const keyEnd = skipExpression(scanner, position, '=:\n}')
    const key = text.slice(position, keyEnd)
    const sign = skipBlank(scanner, keyEnd)
    const valueStart = skipBlank(scanner, sign + 1, ' \t')
    const valueEnd = skipExpression(scanner, valueStart, ',\n}')
    const value = literalOf(text, { start: valueStart, end: valueEnd })
    if (value !== undefined) entries.push([quotedLiteral(key) ?? key, String(value)])
    position = valueEnd
  }
}
