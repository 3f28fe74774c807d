/** The folder of an installed npm package, also when its `exports` hide its package.json. */
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export function packageFolder(name: string): string | undefined {
  const searchPaths = createRequire(import.meta.url).resolve.paths(name) ?? []
  const packagePath = searchPaths
    .map((searchPath) => join(searchPath, name))
    .find((folder) => existsSync(join(folder, 'package.json')))
  return packagePath && realpathSync(packagePath)
}
