/** A unified diff of one file, as `git apply` reads it: three lines of context, paths below a/ and b/. */
import { applyEdits, inOrder, lineOf, type TextEdit } from './hcl/edit.ts'

const contextLines = 3

/** Lines of the old text, counted from 0, and what stands in their place. */
interface Replaced {
  from: number
  to: number
  lines: string[]
}

export function unifiedDiff(path: string, text: string, edits: readonly TextEdit[]): string {
  const lines = linesOf(text)
  const replaced = replacedLines(text, lines, edits)
  const hunks: Replaced[][] = []
  for (const region of replaced) {
    const last = hunks.at(-1)?.at(-1)
    if (last && region.from - last.to <= 2 * contextLines) hunks.at(-1)?.push(region)
    else hunks.push([region])
  }
  let shift = 0
  const written = hunks.map((regions) => {
    const hunk = writeHunk(lines, regions, shift)
    shift += hunk.shift
    return hunk.text
  })
  return written.length === 0 ? '' : `--- a/${path}\n+++ b/${path}\n${written.join('')}`
}

function writeHunk(lines: readonly string[], regions: readonly Replaced[], shift: number) {
  const from = Math.max((regions[0]?.from ?? 0) - contextLines, 0)
  const to = Math.min((regions.at(-1)?.to ?? 0) + contextLines, lines.length)
  const written: string[] = []
  let line = from
  for (const region of regions) {
    written.push(...prefixed(' ', lines.slice(line, region.from)))
    written.push(...prefixed('-', lines.slice(region.from, region.to)), ...prefixed('+', region.lines))
    line = region.to
  }
  written.push(...prefixed(' ', lines.slice(line, to)))
  const grown = regions.reduce((sum, region) => sum + region.lines.length - (region.to - region.from), 0)
  const header = `@@ -${rangeOf(from, to - from)} +${rangeOf(from + shift, to - from + grown)} @@\n`
  return { text: header + written.join(''), shift: grown }
}

/** An empty range stands after the line that it names. */
function rangeOf(from: number, count: number): string {
  return `${count === 0 ? from : from + 1},${count}`
}

function prefixed(sign: string, lines: readonly string[]): string[] {
  return lines.map((line) => (line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`))
}

function replacedLines(text: string, lines: readonly string[], edits: readonly TextEdit[]): Replaced[] {
  const starts = startsOf(lines)
  const groups: { from: number; to: number; edits: TextEdit[] }[] = []
  for (const edit of inOrder(edits)) {
    const from = Math.min(lineOf(text, edit.start) - 1, lines.length)
    const to = Math.min(Math.max(lineOf(text, Math.max(edit.end - 1, edit.start)), from + 1), lines.length)
    const last = groups.at(-1)
    if (last && from <= last.to) {
      last.to = Math.max(last.to, to)
      last.edits.push(edit)
    } else groups.push({ from, to, edits: [edit] })
  }
  return groups.flatMap(({ from, to, edits: own }) => {
    const start = starts[from] ?? text.length
    const part = text.slice(start, starts[to] ?? text.length)
    const shifted = own.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }))
    return trimmed(from, linesOf(part), linesOf(applyEdits(part, shifted)))
  })
}

/** Without the lines that are the same before and after, at both ends. */
function trimmed(from: number, before: readonly string[], after: readonly string[]): Replaced[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head += 1
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1
  if (head === before.length && head === after.length) return []
  return [{ from: from + head, to: from + before.length - tail, lines: after.slice(head, after.length - tail) }]
}

/** Each with its line end. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

function startsOf(lines: readonly string[]): number[] {
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length)
  return starts.slice(0, -1)
}
