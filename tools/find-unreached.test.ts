import { expect, it } from 'vitest'
import { findUnreached } from './find-unreached.ts'
import { readModule } from './module-graph.ts'

const folders = {
  entryPoints: ['packages/engine/src/main.ts'],
  isLibrary: /^packages\/client\//,
  isTest: /\.test\.ts$/,
}

/** The repository's own paths, since an import counts only where the file exists. */
function problemsOf(sources: Record<string, string>) {
  const modules = new Map(
    Object.entries(sources).map(([file, text]) => {
      const module = readModule(file, text)
      return [file, module] as const
    }),
  )
  return findUnreached(modules, folders).violations.map(({ file, item, problem }) => [file, item?.name, problem])
}

const link = (file: string, names: string[] | undefined) => ({ file, names })

it('reports a file that no entry point reaches, and nothing else of it', () => {
  expect(
    problemsOf({
      'packages/engine/src/main.ts': 'console.log(1)',
      'packages/engine/src/lost.ts': 'export const a = 1\nexport const b = 2',
    }),
  ).toEqual([['packages/engine/src/lost.ts', undefined, 'unreached']])
})

it('distinguishes an unused export from one that its own file uses and from one that only tests use', () => {
  const file = 'packages/engine/src/used.ts'
  const used = readModule(
    file,
    [
      'export const unused = 1',
      'export const atHome = 2',
      'export const inTests = 3',
      'export const inProduct = () => atHome',
      'export interface TypeInTests { unused: string }',
    ].join('\n'),
  )
  const main = { file: 'packages/engine/src/main.ts', exports: [], imports: [link(file, ['inProduct'])] }
  const test = {
    file: 'packages/engine/src/used.test.ts',
    exports: [],
    imports: [link(file, ['inTests', 'TypeInTests'])],
  }
  const modules = new Map([used, main, test].map((module) => [module.file, module]))
  expect(findUnreached(modules, folders).violations.map(({ item, problem }) => [item?.name, problem])).toEqual([
    ['unused', 'unused'],
    ['atHome', 'used_at_home'],
    ['inTests', 'used_by_tests'],
  ])
})

it('reads every form of import and export', () => {
  const { imports, exports } = readModule(
    'tools/find-unreached.test.ts',
    [
      "import fs, { type Module as M } from './module-graph.ts'",
      "import * as all from './reachability.ts'",
      "export { findUnreached as find } from './find-unreached.ts'",
      "const lazy = () => import('./steps.ts')",
      "const child = new URL('./check.ts', import.meta.url)",
      "import text from 'node:fs'",
      'export const { a, b: [c] } = lazy()',
      'export default class Main {}',
    ].join('\n'),
  )
  expect(imports).toEqual([
    link('tools/module-graph.ts', ['default', 'Module']),
    link('tools/reachability.ts', undefined),
    link('tools/find-unreached.ts', ['findUnreached']),
    link('tools/steps.ts', undefined),
    link('tools/check.ts', []),
  ])
  expect(exports.map(({ name }) => name)).toEqual(['find', 'a', 'c', 'default'])
})
