/** Steps over what has its own rules: comments, templates, heredocs, and whole expressions. Linear in the text. */
import { HclError, type Span } from './syntax.ts'

export interface Scanner {
  text: string
  /** Every comment that was stepped over. */
  comments: Span[]
}

/** Deeper nesting is no configuration that a person wrote. */
export const maxDepth = 60

/** The position after a comment that starts here; the same position where none does. */
function skipComment({ text, comments }: Scanner, start: number): number {
  const isLine = text[start] === '#' || text.startsWith('//', start)
  if (!isLine && !text.startsWith('/*', start)) return start
  const closing = isLine ? text.indexOf('\n', start) : text.indexOf('*/', start + 2)
  if (closing === -1 && !isLine) throw new HclError('a comment has no end', start)
  const end = isLine ? (closing === -1 ? text.length : closing) : closing + 2
  comments.push({ start, end })
  return end
}

/** Steps over spaces, line ends and comments. */
export function skipBlank(scanner: Scanner, start: number, blank = ' \t\r\n\ufeff'): number {
  let position = start
  while (position < scanner.text.length) {
    const next = blank.includes(scanner.text[position] ?? '') ? position + 1 : skipComment(scanner, position)
    if (next === position) break
    position = next
  }
  return position
}

const closingOf: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/**
 * The end of the expression that starts here. Outside of brackets it ends at one of `stops`. Throws HclError for an
 * expression that is empty or not closed.
 */
export function skipExpression(scanner: Scanner, start: number, stops = '\n}', depth = 0): number {
  const { text } = scanner
  if (depth > maxDepth) throw new HclError('expressions are nested too deeply', start)
  const open: string[] = []
  let position = start
  let end = start
  while (position < text.length) {
    const character = text[position] ?? ''
    if (open.length === 0 && stops.includes(character)) break
    const afterComment = skipComment(scanner, position)
    if (afterComment > position) {
      position = afterComment
      continue
    }
    const from = position
    if (character === '"') position = skipTemplate(scanner, position, depth)
    else if (character === '<') position = skipHeredoc(text, position)
    else position += 1
    const closing = closingOf[character]
    if (closing) open.push(closing)
    else if (')]}'.includes(character) && open.pop() !== character)
      throw new HclError(`"${character}" closes nothing`, from)
    if (!/\s/.test(character)) end = position
  }
  if (open.length > 0) throw new HclError(`"${open.at(-1)}" is missing`, start)
  if (end === start) throw new HclError('a value is missing', start)
  // What follows the expression is stepped over again, by who asked for the expression.
  while ((scanner.comments.at(-1)?.start ?? -1) >= end) scanner.comments.pop()
  return end
}

/** The position after a quoted template, with what it interpolates. */
function skipTemplate(scanner: Scanner, start: number, depth: number): number {
  const { text } = scanner
  let position = start + 1
  while (position < text.length) {
    const character = text[position]
    if (character === '"') return position + 1
    if (character === '\n') break
    if (character === '\\') position += 2
    else if (/^[$%]{2}\{/.test(text.slice(position, position + 3))) position += 3
    else if ((character === '$' || character === '%') && text[position + 1] === '{') {
      const end = skipExpression(scanner, position + 2, '}', depth + 1)
      position = skipBlank({ text, comments: [] }, end) + 1
    } else position += 1
  }
  throw new HclError('a quote is missing', start)
}

/** The position after the closing marker of a heredoc; of any other "<", the next one. */
function skipHeredoc(text: string, start: number): number {
  const opening = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n/uy
  opening.lastIndex = start
  const match = opening.exec(text)
  if (!match) return start + 1
  const [, marker = ''] = match
  for (let line = opening.lastIndex; line <= text.length; ) {
    const newline = text.indexOf('\n', line)
    const end = newline === -1 ? text.length : newline
    const content = text.slice(line, end)
    if (content.trim() === marker) return line + content.trimEnd().length
    if (newline === -1) break
    line = newline + 1
  }
  throw new HclError(`the heredoc ${marker} has no end`, start)
}
