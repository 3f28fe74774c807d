import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connectionKinds } from '@kept/domain/connection-kind.ts'
import { describe, expect, it } from 'vitest'
import { allPages } from '../packages/site/src/pages.ts'
import {
  activityCards,
  channelCards,
  telemetryCard,
} from '../packages/web/src/screens/integrations/gallery/tool-cards.ts'
import { guideOf, guideOfTool } from '../packages/web/src/screens/integrations/guides.ts'
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

  it('are where the cards and forms of the Integration Center lead to', () => {
    const tools = [...channelCards([]), ...activityCards([], 0), telemetryCard].flatMap(
      ({ id }) => guideOfTool(id) ?? [],
    )
    expect(tools).toHaveLength(9)
    const pages = new Map(allPages().map(({ path, body }) => [path as string, body.markup]))
    for (const address of [...connectionKinds.map(guideOf), ...tools]) {
      const [path = '', part] = address.split('#')
      expect(pages.get(path), address).toBeDefined()
      if (part) expect(pages.get(path), address).toContain(`id="${part}"`)
    }
  })

  it('show every picture that was taken, and no other', () => {
    const folder = 'packages/site/pictures/connect/'
    const inGuides = connectionGuides.flatMap((guide) =>
      [...readFileSync(guide, 'utf8').matchAll(/pictures\/connect\/([a-z0-9-]+)-light\.webp/g)].map(([, name]) => name),
    )
    const files = readdirSync(folder)
    const names = files.map((file) => file.replace(/(-phone)?-(light|dark)\.webp$/, ''))
    expect([...new Set(inGuides)].toSorted()).toEqual([...new Set(names)].toSorted())
    for (const name of inGuides) expect(files).toContain(`${name}-dark.webp`)
    const bytes = files.reduce((sum, file) => sum + statSync(folder + file).size, 0)
    expect(bytes, 'The repository stays light.').toBeLessThan(1_600_000)
  })

  it('name a block that does not exist', () => {
    expect(() => withDeclarations('<!-- from the code: read cloud -->\n<!-- end -->')).toThrow('read cloud')
  })
})
