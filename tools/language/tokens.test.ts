import { describe, expect, it } from 'vitest'
import { readTokens } from './tokens.ts'

describe('readTokens', () => {
  it('reads names as identifiers, and strings and comments as text', () => {
    expect(tokens('a.ts', "// Why.\nconst total = 'two words'")).toEqual([
      ['text', '// Why.', 1],
      ['identifier', 'const', 2],
      ['identifier', 'total', 2],
      ['text', "'two words'", 2],
    ])
  })

  it('counts the lines of texts that span several', () => {
    expect(tokens('a.ts', '/** One\n * two. */\nlast')).toContainEqual(['identifier', 'last', 3])
    expect(tokens('a.ts', '`one\ntwo`\nlast')).toContainEqual(['identifier', 'last', 3])
  })

  it('takes "of" for a name only where it is no keyword of a loop', () => {
    expect(tokens('a.ts', 'for (const row of rows) row')).not.toContainEqual(['identifier', 'of', 1])
    expect(tokens('a.ts', 'lookup.of')).toContainEqual(['identifier', 'of', 1])
  })

  it('reads a regular expression as text, and a division as code', () => {
    expect(tokens('a.ts', "expect(run).toThrow(/by 'the [/] day/i)")).toContainEqual(['text', "/by 'the [/] day/i", 1])
    expect(tokens('a.ts', 'rows.filter((row) => /^one of/.test(row))')).toContainEqual(['text', '/^one of/', 1])
    expect(tokens('a.tsx', '<p><A b={c} /> <B by={c} /></p>')).toContainEqual(['identifier', 'by', 1])
    expect(tokens('a.ts', 'total / by / 2')).toContainEqual(['identifier', 'by', 1])
    expect(tokens('a.ts', '(total) / by / 2')).toContainEqual(['identifier', 'by', 1])
  })

  it('reads a template within a template as one text', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source that is read
    const read = tokens('a.ts', '`a ${isLong ? `b ${c}` : by} d` + last')
    expect(read.map(([kind]) => kind)).toEqual(['text', 'identifier'])
  })

  it('reads what stands between JSX tags as text, apostrophes included', () => {
    const source =
      "export const Note = () => (\n  <p>\n    We don't know {count} of\n    the rows\n  </p>\n)\nconst after = 'x'"
    const read = tokens('a.tsx', source)
    expect(read).toContainEqual(['text', "\n    We don't know ", 2])
    expect(read).toContainEqual(['text', ' of\n    the rows\n  ', 3])
    expect(read.filter(([kind]) => kind === 'identifier').map(([, value]) => value)).toEqual([
      'export',
      'const',
      'Note',
      'p',
      'count',
      'p',
      'const',
      'after',
    ])
    expect(read).toContainEqual(['text', "'x'", 7])
  })

  it('reads the attributes of JSX tags as names and strings', () => {
    const read = tokens('a.tsx', 'const link = <a href="/costs" by={order}>Costs</a>')
    expect(read).toContainEqual(['identifier', 'by', 1])
    expect(read).toContainEqual(['text', '"/costs"', 1])
    expect(read).toContainEqual(['text', 'Costs', 1])
  })

  it('does not take a comparison or a type argument for JSX', () => {
    const read = tokens('a.tsx', 'const isLess = low < high && map<Row>(rows) > 1')
    expect(read.every(([kind]) => kind === 'identifier')).toBe(true)
  })

  it('reads documents line by line', () => {
    expect(tokens('a.md', '# Title\n\nText')).toEqual([
      ['text', '# Title', 1],
      ['text', '', 2],
      ['text', 'Text', 3],
    ])
  })
})

function tokens(file: string, content: string): [string, string, number][] {
  return [...readTokens(file, content)].map(({ kind, value, line }) => [kind, value, line])
}
