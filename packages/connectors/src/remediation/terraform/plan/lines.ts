/** Edits that add or remove whole lines of a file. */
import { indentOf, newlineOf, type TextEdit } from '../hcl/edit.ts'
import type { HclBody, Span } from '../hcl/syntax.ts'
import { placeOf, Refusal, type Source } from './workspace.ts'

export interface PlacedEdit extends TextEdit {
  source: Source
}

/**
 * A new attribute below the last one-line attribute before the nested blocks, with its "=" in the column of that one
 * where the name fits; else after an empty line. `terraform fmt` accepts both.
 */
export function insertion(
  source: Source,
  body: HclBody,
  { name, value, removed = [] }: { name: string; value: string; removed?: readonly string[] },
): PlacedEdit {
  const { text } = source
  const newline = newlineOf(text)
  if (!text.slice(body.span.start, body.span.end).includes('\n'))
    throw new Refusal(`${placeOf(source, body.span.start)}: the block is on one line. By hand: add ${name} = ${value}.`)
  const firstBlock = body.blocks[0]?.span.start ?? body.span.end
  const isOneLine = ({ start, end }: Span) => !text.slice(start, end).includes('\n')
  const before = body.attributes
    .filter((attribute) => attribute.span.start < firstBlock && isOneLine(attribute.span))
    .findLast((attribute) => !removed.includes(attribute.name))
  if (!before) {
    const position = endOfLine(text, body.span.start)
    const indent = `${indentOf(text, body.span.start)}  `
    const isFollowed = body.blocks.length > 0 && body.attributes.length === 0
    return {
      source,
      start: position,
      end: position,
      text: `${newline}${indent}${name} = ${value}${isFollowed ? newline : ''}`,
    }
  }
  const position = endOfLine(text, before.span.end)
  const indent = indentOf(text, before.span.start)
  const signAt = text.slice(before.span.start, before.value.start).lastIndexOf('=')
  const fits = name.length < signAt
  const padded = fits ? name.padEnd(signAt - 1) : name
  return {
    ...{ source, start: position, end: position },
    text: `${fits ? '' : newline}${newline}${indent}${padded} = ${value}`,
  }
}

/** Without the line's own end, and without the "\r" of Windows. */
export function endOfLine(text: string, position: number): number {
  const newline = text.indexOf('\n', position)
  if (newline === -1) return text.length
  return text[newline - 1] === '\r' ? newline - 1 : newline
}

/** All lines of the span, where they have nothing else but a comment; otherwise the span alone. */
export function removalOfLines(source: Source, { start, end }: Span): PlacedEdit {
  const { text, code } = source
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const newline = text.indexOf('\n', end)
  const lineEnd = newline === -1 ? text.length : newline + 1
  const isAlone = code.slice(lineStart, start).trim() === '' && code.slice(end, lineEnd).trim() === ''
  return isAlone ? { source, start: lineStart, end: lineEnd, text: '' } : { source, start, end, text: '' }
}

/** A block with the comment right above it, and one of the empty lines around it. */
export function removalOfBlock(source: Source, span: Span): PlacedEdit {
  const { text, code } = source
  const removal = removalOfLines(source, span)
  let { start, end } = removal
  if (text[start - 1] !== '\n' && start !== 0) return removal
  for (let above = lineAbove(text, start); above !== undefined; above = lineAbove(text, start)) {
    const isComment = text.slice(above, start).trim() !== '' && code.slice(above, start).trim() === ''
    if (!isComment) break
    start = above
  }
  const below = /^[ \t]*\r?\n/.exec(text.slice(end, end + 200))
  const above = lineAbove(text, start)
  const isEmptyAbove = above !== undefined && text.slice(above, start).trim() === ''
  if (below && (isEmptyAbove || start === 0)) end += below[0].length
  else if (isEmptyAbove && end >= text.length) start = above
  return { source, start, end, text: '' }
}

function lineAbove(text: string, start: number): number | undefined {
  return start === 0 ? undefined : start === 1 ? 0 : text.lastIndexOf('\n', start - 2) + 1
}

/** Removals that touch or overlap, as one. */
export function joinRemovals(edits: readonly PlacedEdit[]): PlacedEdit[] {
  const joined: PlacedEdit[] = []
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const last = joined.findLast(({ source, end }) => source === edit.source && edit.start <= end)
    if (last) last.end = Math.max(last.end, edit.end)
    else joined.push({ ...edit })
  }
  return joined
}
