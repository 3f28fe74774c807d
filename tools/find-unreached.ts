/** Product code that no entry point reaches, and exports that no other file imports. */
import type { Export, Module } from './module-graph.ts'

export interface Violation {
  file: string
  item?: Export
  problem: 'unreached' | 'unused' | 'used_at_home' | 'used_by_tests'
}

interface Folders {
  /** What people, the container, the browser and the build start. */
  entryPoints: readonly string[]
  /** Files whose exports are for programs outside the repository. */
  isLibrary: RegExp
  /** Tests, their helpers, and programs that are no part of the product. */
  isTest: RegExp
}

export function findUnreached(
  modules: ReadonlyMap<string, Module>,
  { entryPoints, isLibrary, isTest }: Folders,
): { violations: Violation[]; reached: number } {
  const reached = reachFrom(modules, entryPoints)
  const importers = collectImporters(modules)
  // Tools that build the product are reached from its entry points.
  const isProductUser = (user: string) => reached.has(user) || !isTest.test(user)

  function check({ file, exports }: Module): Violation[] {
    const isProduct = file.startsWith('packages/') && !isTest.test(file) && !file.endsWith('.config.ts')
    if (isProduct && !reached.has(file) && !isLibrary.test(file)) return [{ file, problem: 'unreached' }]
    return exports.flatMap((item): Violation[] => {
      // Vite and Vitest read the default export of what their settings name.
      if (item.name === 'default') return []
      const users = importers.get(`${file} ${item.name}`) ?? []
      if (users.length === 0) return [{ file, item, problem: item.isUsedAtHome ? 'used_at_home' : 'unused' }]
      const mustServeProduct = isProduct && !isLibrary.test(file) && !item.isType && !item.isUsedAtHome
      return mustServeProduct && !users.some(isProductUser) ? [{ file, item, problem: 'used_by_tests' }] : []
    })
  }

  return { violations: [...modules.values()].flatMap(check), reached: reached.size }
}

function reachFrom(modules: ReadonlyMap<string, Module>, entryPoints: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const queue = [...entryPoints]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    queue.push(...(modules.get(file)?.imports.map((link) => link.file) ?? []))
  }
  return seen
}

/** For "file name" of each export, the files that import it. */
function collectImporters(modules: ReadonlyMap<string, Module>): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const { file: user, imports } of modules.values())
    for (const { file, names } of imports)
      for (const name of names ?? modules.get(file)?.exports.map((item) => item.name) ?? []) {
        const key = `${file} ${name}`
        importers.set(key, [...(importers.get(key) ?? []), user])
      }
  return importers
}
