import { describe, expect, it } from 'vitest'
import { bannedNames, bannedWords } from './banned-words.ts'
import { findBannedWords } from './find-banned-words.ts'

describe('findBannedWords', () => {
  it('finds a word in any case within a text, with its line and what to use', () => {
    expect(findBannedWords('a.ts', '/**\n * Nobody reads this.\n */')).toEqual([
      { file: 'a.ts', line: 2, word: 'Nobody', use: expect.stringContaining('no one') },
    ])
  })

  it('finds a phrase that a line break divides', () => {
    expect(words('a.md', 'Rows are set aside.')).toEqual(['set aside'])
    expect(words('a.ts', '`Rows are set\naside.`')).toEqual(['set\naside'])
  })

  it('finds a word as a part of a camel-cased or snake-cased name only', () => {
    expect(words('a.ts', 'judgedRows')).toEqual(['judged'])
    expect(words('a.ts', 'judged_rows')).toEqual(['judged'])
    expect(words('a.ts', 'misjudgedness')).toEqual([])
  })

  it('keeps words that are banned in names out of texts', () => {
    expect(words('a.ts', '// A fresh look')).toEqual([])
    expect(words('a.ts', 'freshRows')).toEqual(['fresh'])
  })

  it('finds a name that is banned only when it is the complete name', () => {
    expect(words('a.ts', 'one')).toEqual(['one'])
    expect(words('a.ts', 'oneRow')).toEqual([])
  })

  it('reads the text between JSX tags as text', () => {
    expect(words('a.tsx', '<p>one of the rows by nobody</p>')).toEqual(['nobody'])
  })

  it('finds British spellings in names and texts', () => {
    expect(words('a.ts', 'organisationId')).toEqual(['organisation'])
    expect(words('a.ts', '// The colour')).toEqual(['colour'])
    expect(words('a.md', 'analyses of analysts')).toEqual([])
  })

  it('allows what the exceptions name', () => {
    expect(words('docs/GLOSSARY.md', 'not: deed')).toEqual([])
  })

  it.each(bannedWords.flatMap((banned) => banned.words.map((word) => ({ word, scopes: banned.in }))))(
    'refuses "$word"',
    ({ word, scopes }) => {
      if (scopes.includes('text')) expect(words('a.md', `It is ${word}.`)).toEqual([word])
      if (scopes.includes('identifier')) expect(words('a.ts', `${word}_x`)).toEqual([word])
    },
  )

  it.each(bannedNames.flatMap(({ names }) => names))('refuses the name "%s"', (name) => {
    expect(words('a.ts', `${name} = 1`)).toContain(name)
  })
})

function words(file: string, content: string): string[] {
  return findBannedWords(file, content).map(({ word }) => word)
}
