/** The files that a check of types read when it last ran, from what it noted for its next run. */
import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

const folder = 'node_modules/.kept'

/** Relative to the repository; undefined when the check has not run yet. */
export function filesChecked(name: string): Set<string> | undefined {
  const file = `${folder}/${name}.tsbuildinfo`
  if (!existsSync(file)) return undefined
  const { fileNames } = JSON.parse(readFileSync(file, 'utf8')) as { fileNames?: string[] }
  return fileNames && new Set(fileNames.map((name) => relative('.', resolve(folder, name))))
}
