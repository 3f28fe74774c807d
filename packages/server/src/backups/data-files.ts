/**
 * The files of the data folder that a backup holds: keys, and checkpoints of the ledger and of the audit log. Keys are encrypted with the backup's
 * passphrase, because they open the sealed secrets of the database that lies beside them.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { BackupManifest } from '@kept/domain/backup.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Objects } from '@kept/store/backup/objects.ts'

type BackupFile = BackupManifest['files'][number]

const plainFolders = ['checkpoints', 'audit-checkpoints'] as const
const secretKeyFile = 'secret.key'
/** Keys of statements and of federation, sealed with it. */
const keyFolder = 'keys'

export async function dumpFiles(
  dataFolder: string,
  objects: Objects,
  passphrase: string | undefined,
): Promise<{ files: BackupFile[]; added: number }> {
  const plain = (await Promise.all(plainFolders.map((folder) => listFiles(dataFolder, folder)))).flat()
  const sealed = passphrase === undefined ? [] : [secretKeyFile, ...(await listFiles(dataFolder, keyFolder))]
  const files: BackupFile[] = []
  let added = 0
  for (const path of [...plain, ...sealed]) {
    const isKey = !plain.includes(path)
    const content = await readFile(join(dataFolder, path)).catch(absentAsUndefined)
    // A key that comes from a setting has no file.
    if (content === undefined) continue
    const stored = isKey && passphrase !== undefined ? seal(content, passphrase, path) : content
    const { added: addedBytes, ...object } = await objects.write(once(stored))
    files.push({ path: path.split(sep).join('/'), sealed: isKey, ...object })
    added += addedBytes
  }
  return { files, added }
}

/** Writes the files into an empty data folder. Without the passphrase, sealed ones are left out and returned. */
export async function restoreFiles(
  dataFolder: string,
  files: readonly BackupFile[],
  objects: Objects,
  passphrase: string | undefined,
): Promise<{ leftOut: string[] }> {
  const leftOut: string[] = []
  for (const { path, object, sealed } of files) {
    const target = join(dataFolder, normalize(path))
    if (!target.startsWith(dataFolder + sep))
      throw badInput(`The backup names a file outside of the data folder: ${path}.`)
    if (sealed && passphrase === undefined) {
      leftOut.push(path)
      continue
    }
    const stored = await buffer(objects.read(object))
    const content = sealed && passphrase !== undefined ? open(stored, passphrase, path) : stored
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(target, content, { mode: 0o600, flush: true })
  }
  return { leftOut }
}

async function listFiles(dataFolder: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(dataFolder, folder), { recursive: true, withFileTypes: true }).catch(
    absentAsUndefined,
  )
  return (entries ?? [])
    .filter((entry) => entry.isFile() && !/\.(?:arriving|new)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataFolder.length + 1))
    .toSorted()
}

function absentAsUndefined(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

const [saltBytes, nonceBytes, tagBytes] = [16, 12, 16]

/** scrypt with N=2^15, r=8, p=3: OWASP's minimum with 32 MiB. */
function keyOf(passphrase: string, salt: Uint8Array): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 })
}

function seal(content: Uint8Array, passphrase: string, path: string): Buffer {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(path))
  return Buffer.concat([salt, nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

function open(sealed: Buffer, passphrase: string, path: string): Buffer {
  const nonceStart = saltBytes
  const contentStart = nonceStart + nonceBytes
  try {
    const key = keyOf(passphrase, sealed.subarray(0, nonceStart))
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(nonceStart, contentStart), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(Buffer.from(path))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(contentStart, -tagBytes)), decipher.final()])
  } catch (cause) {
    throw badInput(
      `KEPT_BACKUP_PASSPHRASE does not open ${path} of this backup. Use the passphrase it was made with.`,
      {
        cause: String(cause),
      },
    )
  }
}
