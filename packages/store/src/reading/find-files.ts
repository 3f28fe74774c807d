/** The files of an import: named files, the contents of folders and zips, and which of them are ignored. */
import { createHash } from 'node:crypto'
import { access, constants, open, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { badInput } from '@kept/domain/errors.ts'
import { chunksOf } from './chunks.ts'
import { packingOf } from './content-kind.ts'
import { chooseFiles, type Manifest, readManifest } from './manifests.ts'
import { diskFile, type RawFile } from './raw-file.ts'
import { zipMembers } from './zip-file.ts'

interface FoundFiles {
  files: { file: RawFile; inFolder: boolean }[]
  notes: string[]
}

export async function findFiles(path: string, name: string): Promise<FoundFiles> {
  const stats = await stat(path).catch((error: unknown) => {
    throw cannotOpen(name, error)
  })
  if (stats.isDirectory()) return findInFolder(path, name || basename(path))
  if (!stats.isFile()) throw badInput(`${name} is neither a file nor a folder; upload the bill as a file.`)
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw cannotOpen(name, error)
  })
  const members = await openArchive(path, name)
  return members
    ? { files: members.map((file) => ({ file, inFolder: members.length > 1 })), notes: [] }
    : { files: [{ file: diskFile(path, name, stats.size), inFolder: false }], notes: [] }
}

async function findInFolder(folder: string, name: string): Promise<FoundFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const all = entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
  const { bills, otherFiles } = separateBills(all)
  const manifests: Manifest[] = []
  for (const path of otherFiles.filter(isJsonFile)) {
    const manifest = readManifest(path, await readFile(join(folder, path), 'utf8'))
    if (manifest) manifests.push(manifest)
  }
  const { selected, replaced } = chooseFiles(bills, manifests)
  const files: RawFile[] = []
  for (const path of selected) {
    const full = join(folder, path)
    const size = (await stat(full)).size
    files.push(...((await openArchive(full, `${name}/${path}`)) ?? [diskFile(full, `${name}/${path}`, size)]))
  }
  return {
    files: files.map((file) => ({ file, inFolder: true })),
    notes: [...besidesNote(name, otherFiles), ...replacedNote(name, replaced)],
  }
}

/** Files next to bills that are no bills: hidden files, checksums, completion markers, manifests. */
export function separateBills(paths: string[]): { bills: string[]; otherFiles: string[] } {
  const isSideFile = (path: string) => {
    const last = path.split('/').at(-1) ?? ''
    return (
      path.split('/').some((part) => /^[._]/.test(part)) ||
      /\.(?:crc|md5|sha256|sig|asc|yml|yaml|md|sql)$/i.test(last) ||
      isJsonFile(last)
    )
  }
  return { bills: paths.filter((path) => !isSideFile(path)), otherFiles: paths.filter(isSideFile) }
}

/** Bills in JSON come as lines (.json.gz, .jsonl, or from BigQuery as .json): a manifest is recognized by its name. */
export function isJsonFile(path: string): boolean {
  return /manifest[^/]*\.json$/i.test(path)
}

export function besidesNote(name: string, otherFiles: string[]): string[] {
  if (otherFiles.length === 0) return []
  return [
    `${name}: ${shortList(otherFiles)} ${otherFiles.length === 1 ? 'is not a bill and was' : 'are not bills and were'} skipped.`,
  ]
}

export function replacedNote(name: string, replaced: string[]): string[] {
  if (replaced.length === 0) return []
  return [
    `${name}: ${shortList(replaced)} ${replaced.length === 1 ? 'belongs' : 'belong'} to an earlier export of the same month, according to the manifest, and ${replaced.length === 1 ? 'was' : 'were'} skipped.`,
  ]
}

export function shortList(paths: string[]): string {
  return paths.length <= 4 ? paths.join(', ') : `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more`
}

async function openArchive(path: string, name: string): Promise<RawFile[] | undefined> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0)
    if (packingOf(buffer.subarray(0, bytesRead)) !== 'zip') return undefined
  } finally {
    await file.close()
  }
  const members = await zipMembers(path, name)
  const { bills } = separateBills(members.map((member) => member.name))
  if (bills.length === 0) throw badInput(`${name} contains no files; download the bill again.`)
  return members.filter((member) => bills.includes(member.name))
}

/** Identical files in one import count as one bill; only files of equal size are compared. */
export async function withoutTwins<T extends { file: RawFile }>(files: T[]): Promise<{ unique: T[]; notes: string[] }> {
  const firsts = new Map<string, string>()
  const unique: T[] = []
  const notes: string[] = []
  const bySize = Map.groupBy(files, ({ file }) => file.bytes)
  for (const entry of files) {
    const { file } = entry
    const rivals = file.bytes === null ? 1 : (bySize.get(file.bytes)?.length ?? 1)
    if (rivals < 2) {
      unique.push(entry)
      continue
    }
    const sum = await checkSum(file)
    const twin = firsts.get(sum)
    if (twin === undefined) unique.push(entry)
    else notes.push(`${file.name} is the same file as ${twin} and was counted once.`)
    firsts.set(sum, twin ?? file.name)
  }
  return { unique, notes }
}

async function checkSum(file: RawFile): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunksOf(file.open())) hash.update(chunk)
  return hash.digest('hex')
}

function cannotOpen(name: string, error: unknown) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return badInput(
    code === 'ENOENT'
      ? `File ${name} not found; check the name.`
      : `${name} cannot be opened; check that Kept has read permission.`,
  )
}
