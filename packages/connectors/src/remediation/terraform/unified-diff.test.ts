/** Diffs that any tool applies: they turn the old text into the new one, and name only what changed. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyEdits, type TextEdit } from './hcl/edit.ts'
import { unifiedDiff } from './unified-diff.ts'

const numRuns = Number(process.env.KEPT_LAW_RUNS ?? 300)

/** Applies a diff as `patch` does, and fails where a context or removed line is another one. */
function applyDiff(text: string, diff: string): string {
  const old = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const result: string[] = []
  let line = 0
  let added = 0
  const rows = diff.split('\n').slice(2, -1)
  for (const [index, row] of rows.entries()) {
    const hunk = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@$/.exec(row)
    if (hunk) {
      const [, from = '', count, to = '', grown] = hunk
      const start = Number(from) - (count === '0' ? 0 : 1)
      result.push(...old.slice(line, start))
      line = start
      expect(Number(to) - (grown === '0' ? 0 : 1)).toBe(result.length)
      continue
    }
    if (row.startsWith('\\')) continue
    const content = row.slice(1) + (rows[index + 1]?.startsWith('\\') ? '' : '\n')
    if (row.startsWith('+')) {
      result.push(content)
      added += 1
    } else {
      expect(content).toBe(old[line])
      line += 1
      if (row.startsWith(' ')) result.push(content)
    }
  }
  expect(added + rows.length).toBeGreaterThan(0)
  return [...result, ...old.slice(line)].join('')
}

it('is the change of one line with three lines around it', () => {
  const text = 'a\nb\nc\nd\ne = 1\nf\ng\nh\ni\n'
  const start = text.indexOf('1')
  expect(unifiedDiff('x/main.tf', text, [{ start, end: start + 1, text: '2' }])).toBe(
    '--- a/x/main.tf\n+++ b/x/main.tf\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e = 1\n+e = 2\n f\n g\n h\n',
  )
})

it('says where the last line has no end', () => {
  expect(unifiedDiff('m.tf', 'a = 1', [{ start: 4, end: 5, text: '2' }])).toBe(
    '--- a/m.tf\n+++ b/m.tf\n@@ -1,1 +1,1 @@\n-a = 1\n\\ No newline at end of file\n+a = 2\n\\ No newline at end of file\n',
  )
})

it('turns the old text into the new one', () => {
  const text = fc.array(fc.constantFrom('a', 'b', '', 'a b'), { maxLength: 30 }).map((lines) => lines.join('\n'))
  const cut = fc.record({ at: fc.nat(80), length: fc.nat(12), text: fc.constantFrom('', 'x', '\n', 'x\ny\n', 'a') })
  fc.assert(
    fc.property(text, fc.array(cut, { minLength: 1, maxLength: 3 }), (old, cuts) => {
      const edits: TextEdit[] = []
      let position = 0
      for (const { at, length, text: replacement } of cuts.sort((a, b) => a.at - b.at)) {
        const start = Math.min(Math.max(at, position), old.length)
        const end = Math.min(start + length, old.length)
        edits.push({ start, end, text: replacement })
        position = end + 1
      }
      // Only the last edit may stand at the end of the text.
      const distinct = edits.filter((edit, index) => index === 0 || edit.start > (edits[index - 1]?.end ?? 0))
      const changed = applyEdits(old, distinct)
      const diff = unifiedDiff('m.tf', old, distinct)
      if (changed === old) expect(diff).toBe('')
      else expect(applyDiff(old, diff)).toBe(changed)
    }),
    { numRuns },
  )
})
