/** The Terraform files of a repository's default branch, as they are at one commit. */
import type { TerraformFile } from '@kept/connectors/remediation/terraform/plan/workspace.ts'
import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'
import type { GithubRepository } from '../../alerts/public/open-repository.ts'
import { findBranch, parsed } from './github-answers.ts'

const maxFiles = 500
const maxFileBytes = 1_000_000
const maxTotalBytes = 10_000_000
/** Far below what GitHub allows at once, and quick enough for the largest repository. */
const requestsAtOnce = 8

export interface TerraformSnapshot {
  /** The default branch. */
  branch: string
  commit: string
  tree: string
  files: TerraformFile[]
  /** File modes by path: 100644, or 100755 for an executable. */
  modes: ReadonlyMap<string, string>
}

const repositorySchema = z.object({ default_branch: z.string().min(1) })
const treeSchema = z.object({
  sha: z.string(),
  truncated: z.boolean().default(false),
  tree: z.array(
    z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string(), size: z.int().default(0) }),
  ),
})
const blobSchema = z.object({ content: z.string(), encoding: z.literal('base64') })

/** Throws `conflict` where the repository is empty or too large, or not that of a GitHub. */
export async function readTerraform(repository: GithubRepository): Promise<TerraformSnapshot> {
  const { default_branch: branch } = parsed(repositorySchema, await repository.get(''))
  const commit = await findBranch(repository, branch)
  if (commit === undefined) throw new KeptError('conflict', `${repository.name} has no commits on ${branch}.`)
  const tree = parsed(treeSchema, await repository.get(`/git/trees/${commit}?recursive=1`))
  if (tree.truncated)
    throw new KeptError('conflict', `${repository.name} has more files than GitHub lists at once. ${byHand}`)
  const entries = tree.tree.filter(
    ({ type, mode, path }) =>
      type === 'blob' && mode.startsWith('100') && /\.tf(?:vars)?$/.test(path) && !isVendored(path),
  )
  refuseTooLarge(repository.name, entries)
  const files: TerraformFile[] = []
  for (let start = 0; start < entries.length; start += requestsAtOnce) {
    const batch = entries.slice(start, start + requestsAtOnce)
    const read = batch.map(async ({ path, sha }) => ({ path, text: await readBlob(repository, path, sha) }))
    files.push(...(await Promise.all(read)))
  }
  return { branch, commit, tree: tree.sha, files, modes: new Map(entries.map(({ path, mode }) => [path, mode])) }
}

const byHand = 'Make the change by hand; the recommendation shows what to write.'

/** Modules that Terraform downloaded, where someone committed them. */
const isVendored = (path: string): boolean => /(?:^|\/)\.terraform\//.test(path)

function refuseTooLarge(name: string, entries: readonly { path: string; size: number }[]): void {
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

async function readBlob(repository: GithubRepository, path: string, sha: string): Promise<string> {
  const { content } = parsed(blobSchema, await repository.get(`/git/blobs/${sha}`))
  const bytes = Buffer.from(content, 'base64')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new KeptError('conflict', `${path} is not in UTF-8, which Terraform requires.`)
  }
}
