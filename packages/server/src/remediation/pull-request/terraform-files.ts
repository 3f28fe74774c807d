/** Which files of a repository are Terraform's, how many of them Kept reads, and what they are read as. */
import type { TerraformFile } from '@kept/connectors/remediation/terraform/plan/workspace.ts'
import { KeptError } from '@kept/domain/errors.ts'

const maxFiles = 500
const maxFileBytes = 1_000_000
const maxTotalBytes = 10_000_000
/** Far below what hosts allow at once, and quick enough for the largest repository. */
const requestsAtOnce = 8

/** The Terraform files of the default branch, as they are at one commit. */
export interface TerraformSnapshot {
  /** The default branch. */
  branch: string
  commit: string
  /** GitHub's name of all files; GitLab needs none. */
  tree: string
  files: TerraformFile[]
  /** File modes by path: 100644, or 100755 for an executable. */
  modes: ReadonlyMap<string, string>
}

interface FileEntry {
  path: string
  mode: string
  type: string
}

export const byHand = 'Make the change by hand; the recommendation shows what to write.'

/** Without links, and without modules that Terraform downloaded where someone committed them. */
export function isTerraformFile({ type, mode, path }: FileEntry): boolean {
  const isVendored = /(?:^|\/)\.terraform\//.test(path)
  return type === 'blob' && mode.startsWith('100') && /\.tf(?:vars)?$/.test(path) && !isVendored
}

/** In the order of the list, some at once. Results that are not text in UTF-8 are refused. */
export async function readFiles<Entry extends FileEntry>(
  repository: { name: string },
  entries: readonly Entry[],
  read: (entry: Entry) => Promise<Buffer>,
): Promise<TerraformFile[]> {
  refuseTooLarge(
    repository.name,
    entries.map(({ path }) => ({ path, size: 0 })),
  )
  const files: TerraformFile[] = []
  const sizes: { path: string; size: number }[] = []
  for (let start = 0; start < entries.length; start += requestsAtOnce) {
    const batch = await Promise.all(
      entries.slice(start, start + requestsAtOnce).map(async (entry) => ({ entry, bytes: await read(entry) })),
    )
    for (const { entry, bytes } of batch) {
      sizes.push({ path: entry.path, size: bytes.length })
      files.push({ path: entry.path, text: textOf(entry.path, bytes) })
    }
    refuseTooLarge(repository.name, sizes)
  }
  return files
}

export function refuseTooLarge(name: string, entries: readonly { path: string; size: number }[]): void {
  if (entries.length > maxFiles)
    throw new KeptError(
      'conflict',
      `${name} has ${entries.length} Terraform files; Kept reads up to ${maxFiles}. ${byHand}`,
    )
  const large = entries.find(({ size }) => size > maxFileBytes)
  if (large) throw new KeptError('conflict', `${large.path} is larger than 1 MB, more than Kept reads. ${byHand}`)
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > maxTotalBytes)
    throw new KeptError('conflict', `The Terraform files of ${name} are larger than 10 MB together. ${byHand}`)
}

function textOf(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new KeptError('conflict', `${path} is not in UTF-8, which Terraform requires.`)
  }
}
