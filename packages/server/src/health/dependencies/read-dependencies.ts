/** The libraries that Kept is installed with, from its lockfile. */
import { readFileSync } from 'node:fs'
import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'

export interface Dependency {
  name: string
  version: string
  /** As the package declares it; empty when it does not. */
  license: string
  /** SHA-512 of the archive, in hexadecimal; empty when the lockfile has none. */
  sha512: string
  /** Needed to build and test Kept only. */
  dev: boolean
}

const lockfileSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      name: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
    }),
  ),
})

const lockfile = new URL('../../../../../package-lock.json', import.meta.url)

/** Sorted by name and version, each once. Kept's own packages are left out. */
export function readDependencies(text = readLockfile()): Dependency[] {
  const { packages } = lockfileSchema.parse(JSON.parse(text))
  const dependencies = new Map<string, Dependency>()
  for (const [path, entry] of Object.entries(packages)) {
    const { version, link, integrity, license = '', dev, devOptional } = entry
    if (!path.includes('node_modules/') || link || version === undefined) continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const key = `${name}@${version}`
    const isDev = (dev ?? devOptional ?? false) && (dependencies.get(key)?.dev ?? true)
    dependencies.set(key, { name, version, license, sha512: toHex(integrity), dev: isDev })
  }
  return [...dependencies.values()].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  )
}

function readLockfile(): string {
  try {
    return readFileSync(lockfile, 'utf8')
  } catch (cause) {
    throw new KeptError('not_found', 'package-lock.json is missing. Run this command in an installation of Kept.', {
      cause,
    })
  }
}

function toHex(integrity = ''): string {
  const sha512 = integrity.split(' ').find((part) => part.startsWith('sha512-'))
  return sha512 === undefined ? '' : Buffer.from(sha512.slice('sha512-'.length), 'base64').toString('hex')
}

/** The package URL: `pkg:npm/%40scope/name@1.0.0`. */
export function packageUrl({ name, version }: Pick<Dependency, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}
