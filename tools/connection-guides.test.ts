import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blockNames, blocksIn, connectionGuides, withDeclarations } from './connection-guides.ts'

describe('the guides of connections', () => {
  it.each(connectionGuides)('%s has the permissions that the code declares', (guide) => {
    const text = readFileSync(guide, 'utf8')
    expect(text, 'Run: node tools/connection-guides.ts').toBe(withDeclarations(text))
  })

  it('show each declaration once', () => {
    const names = connectionGuides.flatMap((guide) => blocksIn(readFileSync(guide, 'utf8')))
    expect(names.toSorted()).toEqual([...blockNames].toSorted())
  })

  it('name a block that does not exist', () => {
    expect(() => withDeclarations('<!-- from the code: read cloud -->\n<!-- end -->')).toThrow('read cloud')
  })
})
