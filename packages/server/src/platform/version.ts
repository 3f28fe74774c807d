import { readFileSync } from 'node:fs'

/** The version of this Kept, as its package says it. */
export function keptVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}
