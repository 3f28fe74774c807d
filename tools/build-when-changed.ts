/** A build that is skipped while what it is made of is the same as last time. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

interface BuildOptions {
  /** "web": names the stamp of the last build, which is kept outside the built folder. */
  name: string
  /** Files and folders below the repository. Tests in them are not built. */
  inputs: readonly string[]
  /** A file that a complete build leaves behind. */
  proof: string
  force: boolean
}

/** True when it built, false when what is there is current. */
export async function buildWhenChanged(
  { name, inputs, proof, force }: BuildOptions,
  build: () => Promise<void>,
): Promise<boolean> {
  const stampFile = join(root, 'node_modules', '.kept', `${name}-built`)
  const stamp = fingerprint(inputs)
  const isCurrent = existsSync(proof) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (isCurrent && !force) return false
  rmSync(stampFile, { force: true })
  await build()
  mkdirSync(dirname(stampFile), { recursive: true })
  writeFileSync(stampFile, stamp)
  return true
}

function fingerprint(inputs: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesBelow).toSorted())
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

function filesBelow(path: string): string[] {
  const full = join(root, path)
  if (!statSync(full).isDirectory()) return [full]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
