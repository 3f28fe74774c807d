/**
 * Reads the structure of a Terraform file with the position of every block and attribute, so that one of them can be
 * changed and everything else stays as it is. Expressions are delimited, not evaluated.
 */
import { maxDepth, type Scanner, skipBlank, skipExpression } from './skip.ts'
import { type HclAttribute, type HclBlock, type HclBody, HclError, type Span } from './syntax.ts'

type HclReading =
  | { body: HclBody; comments: readonly Span[] }
  /** Why it is no HCL: a part of a sentence, and where. */
  | { reason: string; position: number }

export function readHcl(text: string): HclReading {
  const scanner: Scanner = { text, comments: [] }
  try {
    return { body: readBody(scanner, 0, 0), comments: scanner.comments }
  } catch (error) {
    if (error instanceof HclError) return { reason: error.message, position: error.position }
    throw error
  }
}

/** The body of a file (`depth` 0) or of a block, up to its closing brace. */
function readBody(scanner: Scanner, start: number, depth: number): HclBody {
  const { text } = scanner
  if (depth > maxDepth) throw new HclError('blocks are nested too deeply', start)
  const attributes: HclAttribute[] = []
  const blocks: HclBlock[] = []
  const names = new Set<string>()
  for (let position = skipBlank(scanner, start); ; position = skipBlank(scanner, position)) {
    const isEnd = position >= text.length
    if (isEnd ? depth === 0 : depth > 0 && text[position] === '}')
      return { span: { start, end: position }, attributes, blocks }
    if (isEnd) throw new HclError('"}" is missing', start)
    const name = identifierAt(text, position)
    if (name === '') throw new HclError('a name is missing', position)
    const next = skipBlank(scanner, position + name.length, ' \t')
    if (text[next] !== '=' || text[next + 1] === '=') {
      const block = readBlock(scanner, { type: name, start: position, next }, depth)
      blocks.push(block)
      position = block.span.end
      continue
    }
    if (names.has(name)) throw new HclError(`"${name}" is set twice`, position)
    names.add(name)
    const from = skipBlank(scanner, next + 1, ' \t')
    const value = { start: from, end: skipExpression(scanner, from) }
    attributes.push({ name, value, span: { start: position, end: value.end } })
    position = value.end
  }
}

function readBlock(
  scanner: Scanner,
  { type, start, next }: { type: string; start: number; next: number },
  depth: number,
): HclBlock {
  const { text } = scanner
  const labels: string[] = []
  let position = next
  while (text[position] !== '{') {
    const label = labelAt(text, position)
    if (label === undefined) throw new HclError(`"${type}" is neither an attribute nor a block`, start)
    labels.push(label.replaceAll('"', ''))
    position = skipBlank(scanner, position + label.length, ' \t')
  }
  const body = readBody(scanner, position + 1, depth + 1)
  return { type, labels, body, span: { start, end: body.span.end + 1 } }
}

function identifierAt(text: string, position: number): string {
  const identifier = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy
  identifier.lastIndex = position
  return identifier.exec(text)?.[0] ?? ''
}

/** A label as it is written, with its quotes. */
function labelAt(text: string, position: number): string | undefined {
  const quoted = /"[^"\\\n$%]*"/y
  quoted.lastIndex = position
  return quoted.exec(text)?.[0] ?? (identifierAt(text, position) || undefined)
}
