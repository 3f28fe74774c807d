import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { ownModule } from './resolve-own-modules.ts'

const parent = import.meta.url
const packages = fileURLToPath(new URL('../../../', import.meta.url))

it.each(['@kept/domain/errors.ts', '@kept/store/database/connect.ts', './config.ts', '../serve.ts'])(
  'resolves %s as Node does',
  (specifier) => {
    const byNode = pathToFileURL(createRequire(parent).resolve(specifier)).href
    expect(ownModule(specifier, parent)).toBe(byNode)
  },
)

it.each([
  ['fastify', parent],
  ['node:fs', parent],
  ['@kept/foundation/package.json', parent],
  ['./index.js', 'file:///elsewhere/node_modules/fastify/fastify.js'],
  ['./config.ts', 'file:///elsewhere/main.ts'],
  ['./config.ts', undefined],
])('leaves %s imported by %s to Node', (specifier, importer) => {
  expect(ownModule(specifier, importer)).toBeUndefined()
})

it('holds for every package that the server imports: each exports its sources under their paths', () => {
  const { dependencies } = JSON.parse(readFileSync(`${packages}server/package.json`, 'utf8'))
  const names = Object.keys(dependencies).filter((name) => name.startsWith('@kept/'))
  expect(names.length).toBeGreaterThan(5)
  const exportsByName = new Map(
    globSync(`${packages}*/package.json`).map((file) => {
      const { name, exports } = JSON.parse(readFileSync(file, 'utf8'))
      return [name, exports]
    }),
  )
  for (const name of names) expect([name, exportsByName.get(name)]).toEqual([name, { './*': './src/*' }])
})
