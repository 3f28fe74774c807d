/** The Terraform files of a GitHub repository's default branch, as they are at one commit. */
import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'
import type { RepositoryClient } from '../../alerts/public/open-repository.ts'
import { findBranch } from './github-answers.ts'
import { parsed } from './parse-answer.ts'
import { byHand, isTerraformFile, readFiles, refuseTooLarge, type TerraformSnapshot } from './terraform-files.ts'

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
export async function readTerraform(repository: RepositoryClient): Promise<TerraformSnapshot> {
  const { default_branch: branch } = parsed(repositorySchema, await repository.get(''))
  const commit = await findBranch(repository, branch)
  if (commit === undefined) throw new KeptError('conflict', `${repository.name} has no commits on ${branch}.`)
  const tree = parsed(treeSchema, await repository.get(`/git/trees/${commit}?recursive=1`))
  if (tree.truncated)
    throw new KeptError('conflict', `${repository.name} has more files than GitHub lists at once. ${byHand}`)
  const entries = tree.tree.filter(isTerraformFile)
  refuseTooLarge(repository.name, entries)
  const files = await readFiles(repository, entries, async ({ sha }) => {
    const { content } = parsed(blobSchema, await repository.get(`/git/blobs/${sha}`))
    return Buffer.from(content, 'base64')
  })
  return { branch, commit, tree: tree.sha, files, modes: new Map(entries.map(({ path, mode }) => [path, mode])) }
}
