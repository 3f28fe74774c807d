/** Where an installed npm package lies, also when its `exports` hide its package.json. */
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

export function packageFolder(name: string): string | undefined {
  const places = createRequire(import.meta.url).resolve.paths(name) ?? []
  const found = places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')))
  return found && realpathSync(found)
}
