/** The Terraform files of a GitLab project's default branch, as they are at one commit. */
import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'
import type { RepositoryClient } from '../../alerts/public/open-repository.ts'
import { findGitlabBranch } from './open-merge-request.ts'
import { parsed } from './parse-answer.ts'
import { byHand, isTerraformFile, readFiles, type TerraformSnapshot } from './terraform-files.ts'

/** What GitLab lists in one answer. */
const perPage = 100
/** A list of 30,000 files and folders. */
const maxPages = 300
const pagesAtOnce = 8

const projectSchema = z.object({ default_branch: z.string().nullish() })
const treeSchema = z.array(z.object({ id: z.string(), path: z.string(), mode: z.string(), type: z.string() }))
const blobSchema = z.object({ content: z.string(), encoding: z.literal('base64') })
type TreeEntry = z.output<typeof treeSchema>[number]

/** Throws `conflict` where the project is empty or too large, or not that of a GitLab. */
export async function readGitlabTerraform(repository: RepositoryClient): Promise<TerraformSnapshot> {
  const { default_branch: branch } = parsed(projectSchema, await repository.get(''))
  const commit = branch ? await findGitlabBranch(repository, branch) : undefined
  if (!branch || commit === undefined)
    throw new KeptError('conflict', `${repository.name} has no commits on ${branch || 'its default branch'}.`)
  const entries = (await listTree(repository, commit)).filter(isTerraformFile)
  const files = await readFiles(repository, entries, async ({ id }) => {
    const { content } = parsed(blobSchema, await repository.get(`/repository/blobs/${id}`))
    return Buffer.from(content, 'base64')
  })
  return { branch, commit, tree: '', files, modes: new Map(entries.map(({ path, mode }) => [path, mode])) }
}

/** GitLab says in no answer how many pages there are: the last one is not full. */
async function listTree(repository: RepositoryClient, commit: string): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = []
  let first = 1
  while (first <= maxPages) {
    // Most projects are one page.
    const atOnce = first === 1 ? 1 : pagesAtOnce
    const from = first
    const pages = await Promise.all(
      Array.from({ length: atOnce }, async (_, index) => {
        const query = new URLSearchParams({
          ...{ ref: commit, recursive: 'true', per_page: String(perPage), page: String(from + index) },
        })
        const { body } = await repository.get(`/repository/tree?${query}`)
        return parsed(treeSchema, { body: Object.values(body) })
      }),
    )
    entries.push(...pages.flat())
    if (pages.some(({ length }) => length < perPage)) return entries
    first += atOnce
  }
  throw new KeptError('conflict', `${repository.name} has more than ${maxPages * perPage} files and folders. ${byHand}`)
}
