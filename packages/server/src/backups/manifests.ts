/** The manifests of a backup folder: one file per backup, written last, so that what has a manifest is complete. */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupManifest, backupManifestSchema } from '@kept/domain/backup.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { syncFolder } from '@kept/store/sync-folder.ts'

const suffix = '.backup.json'

/** Names of complete backups, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .toSorted()
}

export async function readManifest(folder: string, id: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, `${id}${suffix}`), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') throw new KeptError('not_found', `${folder} has no backup named "${id}".`)
    throw cause
  })
  const parsed = backupManifestSchema.safeParse(safeJson(text))
  if (!parsed.success) throw badInput(`The manifest of the backup "${id}" in ${folder} is damaged. Use another backup.`)
  return parsed.data
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${manifest.id}${suffix}`)
  const file = await open(`${path}.arriving`, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(manifest)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.arriving`, path)
  await syncFolder(folder)
}

export async function removeManifest(folder: string, id: string): Promise<void> {
  await rm(join(folder, `${id}${suffix}`), { force: true })
}

/** All objects that a backup needs. */
export function objectsOf({ database, warehouse, files }: BackupManifest): string[] {
  return [
    ...database.tables.map(({ object }) => object),
    ...warehouse.tables.flatMap(({ parts }) => parts.map(({ object }) => object)),
    ...files.map(({ object }) => object),
  ]
}
