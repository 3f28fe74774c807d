/**
 * What the walls depend on: which files there are, what each imports, and what may be imported. While none of that has
 * changed since the walls were last found well, they need not be looked at again.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import ts from 'typescript'

const memory = 'node_modules/.kept/walls'

/** `sources` are hashed by their imports, `settings` by their complete text. */
export function hashOfImports(sources: readonly string[], settings: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of sources.toSorted()) hash.update(JSON.stringify([file, importsOf(file)]))
  for (const file of settings.toSorted()) hash.update(JSON.stringify([file, readFileSync(file, 'utf8')]))
  return hash.digest('hex')
}

/** Read by the scanner of TypeScript itself, dynamic imports, types and references included. */
function importsOf(file: string): string[] {
  if (!/\.(tsx?|m?js)$/.test(file)) return []
  const { importedFiles, referencedFiles, typeReferenceDirectives } = ts.preProcessFile(
    readFileSync(file, 'utf8'),
    true,
    true,
  )
  return [...importedFiles, ...referencedFiles, ...typeReferenceDirectives].map(({ fileName }) => fileName)
}

export function wereWell(hash: string): boolean {
  return existsSync(memory) && readFileSync(memory, 'utf8') === hash
}

export function rememberWell(hash: string): void {
  mkdirSync(dirname(memory), { recursive: true })
  writeFileSync(`${memory}.new`, hash)
  renameSync(`${memory}.new`, memory)
}
