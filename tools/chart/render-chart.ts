/**
 * Renders the Helm chart for the tests, without Helm: the part of Go's text/template that the chart uses (if, else,
 * with, range over a map, define, include, variables of a range) and five functions. Anything else throws.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'print'; expression: string }
  | { kind: 'if' | 'with' | 'range'; expression: string; body: Part[]; otherwise: Part[] }

interface Scope {
  dot: unknown
  variables: ReadonlyMap<string, unknown>
}

/** The rendered files by name, without those that are empty. */
export function renderChart(folder: string, context: object): Map<string, string> {
  const definitions = new Map<string, Part[]>()
  const files = new Map<string, Part[]>()
  for (const name of readdirSync(join(folder, 'templates')).sort()) {
    const parts = parse(readFileSync(join(folder, 'templates', name), 'utf8'), definitions)
    if (!name.startsWith('_')) files.set(name, parts)
  }
  const scope = { dot: context, variables: new Map() }
  const rendered = [...files].map(([name, parts]) => [name, renderParts(parts, scope, definitions)] as const)
  return new Map(rendered.filter(([, text]) => text.trim() !== ''))
}

function parse(source: string, definitions: Map<string, Part[]>): Part[] {
  const pieces = source.split(/(\{\{.*?\}\})/s)
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0) continue
    if (piece.startsWith('{{-')) pieces[index - 1] = (pieces[index - 1] ?? '').trimEnd()
    if (piece.endsWith('-}}')) pieces[index + 1] = (pieces[index + 1] ?? '').trimStart()
  }
  let at = 0
  const readUntilEnd = (): { body: Part[]; closedBy: 'end' | 'else' | 'file' } => {
    const body: Part[] = []
    for (; at < pieces.length; at += 1) {
      const piece = pieces[at] ?? ''
      if (at % 2 === 0) {
        if (piece !== '') body.push({ kind: 'text', text: piece })
        continue
      }
      const action = piece.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '')
      if (action === 'end' || action === 'else') {
        at += 1
        return { body, closedBy: action }
      }
      const [, kind, rest = ''] = /^(if|with|range|define)\s+(.*)$/s.exec(action) ?? []
      if (kind === undefined) {
        body.push({ kind: 'print', expression: action })
        continue
      }
      at += 1
      const first = readUntilEnd()
      const otherwise = first.closedBy === 'else' ? readUntilEnd().body : []
      at -= 1
      if (kind === 'define') definitions.set(JSON.parse(rest), first.body)
      else if (kind === 'if' || kind === 'with' || kind === 'range')
        body.push({ kind, expression: rest, body: first.body, otherwise })
    }
    return { body, closedBy: 'file' }
  }
  return readUntilEnd().body
}

function renderParts(parts: readonly Part[], scope: Scope, definitions: ReadonlyMap<string, Part[]>): string {
  const render = (body: readonly Part[], inner: Scope) => renderParts(body, inner, definitions)
  const renderPart = (part: Part): string => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'print') return print(evaluate(part.expression, scope, render, definitions))
    if (part.kind === 'range') return renderRange(part, scope, render, definitions)
    const value = evaluate(part.expression, scope, render, definitions)
    if (!isTrue(value)) return render(part.otherwise, scope)
    return render(part.body, part.kind === 'with' ? { ...scope, dot: value } : scope)
  }
  return parts.map(renderPart).join('')
}

type Render = (body: readonly Part[], scope: Scope) => string

function renderRange(
  { expression, body }: Extract<Part, { expression: string; body: Part[] }>,
  scope: Scope,
  render: Render,
  definitions: ReadonlyMap<string, Part[]>,
): string {
  const [, key, value, source] = /^(\$\w+),\s*(\$\w+)\s*:=\s*(.+)$/.exec(expression) ?? []
  if (!key || !value || !source) throw new Error(`The renderer of the tests cannot read "range ${expression}".`)
  const map = Object(evaluate(source, scope, render, definitions)) as Record<string, unknown>
  return Object.keys(map)
    .sort()
    .map((name) =>
      render(body, { dot: map[name], variables: new Map([...scope.variables, [key, name], [value, map[name]]]) }),
    )
    .join('')
}

function evaluate(expression: string, scope: Scope, render: Render, definitions: ReadonlyMap<string, Part[]>): unknown {
  const [head = '', ...filters] = expression.split(/\s*\|\s*/)
  const call = (text: string, piped: readonly unknown[]): unknown => {
    const [name = '', ...labels] = text.match(/"[^"]*"|\S+/g) ?? []
    const existing = [...labels.map((word) => readValue(word, scope)), ...piped]
    const [first, second] = existing
    if (name === 'include')
      return render(definitions.get(String(first)) ?? missing(String(first)), { ...scope, dot: second })
    if (name === 'toYaml') return stringify(first, { lineWidth: 0 }).trimEnd()
    if (name === 'nindent') return `\n${indent(String(second), Number(first))}`
    if (name === 'quote') return JSON.stringify(String(first))
    if (name === 'default') return isTrue(second) ? second : first
    if (existing.length > 0) throw new Error(`The renderer of the tests does not know the function "${name}".`)
    return readValue(name, scope)
  }
  return filters.reduce<unknown>((value, filter) => call(filter, [value]), call(head, []))
}

function readValue(word: string, { dot, variables }: Scope): unknown {
  if (word === '.') return dot
  if (/^".*"$/.test(word)) return JSON.parse(word)
  if (/^\d+$/.test(word)) return Number(word)
  if (word.startsWith('$')) return variables.get(word)
  if (!word.startsWith('.')) throw new Error(`The renderer of the tests cannot read "${word}".`)
  return word
    .slice(1)
    .split('.')
    .reduce<unknown>((value, name) => (Object(value) as Record<string, unknown>)[name], dot)
}

function missing(name: string): never {
  throw new Error(`The chart includes "${name}", which no file defines.`)
}

function indent(text: string, width: number): string {
  return text.replace(/^/gm, ' '.repeat(width))
}

function print(value: unknown): string {
  if (value === undefined || value === null) throw new Error('The chart prints a value that values.yaml does not hold.')
  return String(value)
}

/** As Go: empty text, an empty list or map, zero, false and nothing are not true. */
function isTrue(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === 0 || value === false) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}
