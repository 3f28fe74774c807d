/** Changes of one text by position. Everything outside of them stays as it is, to the byte. */
import type { Span } from './syntax.ts'

export interface TextEdit extends Span {
  /** In place of what stands there. */
  text: string
}

/** The edits may not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = ''
  let position = 0
  for (const edit of inOrder(edits)) {
    result += text.slice(position, edit.start) + edit.text
    position = edit.end
  }
  return result + text.slice(position)
}

export function inOrder(edits: readonly TextEdit[]): TextEdit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
}

/** Counted from 1. */
export function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

export function newlineOf(text: string): string {
  return /\r\n/.test(text) ? '\r\n' : '\n'
}

/** The spaces at the start of the line. */
export function indentOf(text: string, position: number): string {
  const line = text.lastIndexOf('\n', position - 1) + 1
  return /^[ \t]*/.exec(text.slice(line, position))?.[0] ?? ''
}
