/**
 * A branch, one commit and a pull request. After a lost response the branch is there, and nothing is written twice. Where
 * GitHub refuses the pull request, the branch is removed again.
 */
import type { TerraformFile } from '@kept/connectors/remediation/terraform/plan/workspace.ts'
import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'
import type { RepositoryClient } from '../../alerts/public/open-repository.ts'
import { refPath } from './github-answers.ts'
import { parsed } from './parse-answer.ts'
import type { OpenedPullRequest, Proposal } from './proposal.ts'
import type { TerraformSnapshot } from './terraform-files.ts'

const shaSchema = z.object({ sha: z.string().min(1) })
const pullSchema = z.object({ number: z.int().positive(), html_url: z.url({ protocol: /^https?$/ }) })
const commitSchema = z.object({ tree: shaSchema })

/** The pull request of a branch, whatever its state; undefined for none. */
export async function findPullRequest(
  repository: RepositoryClient,
  branch: string,
): Promise<OpenedPullRequest | undefined> {
  const owner = repository.name.split('/')[0] ?? ''
  const query = new URLSearchParams({ head: `${owner}:${branch}`, state: 'all', per_page: '1' })
  const { body } = await repository.get(`/pulls?${query}`)
  const [first] = Object.values(body)
  return first === undefined ? undefined : openedOf(parsed(pullSchema, { body: first }))
}

/** Throws what GitHub answered. */
export async function openPullRequest(
  repository: RepositoryClient,
  { branch, existing, snapshot, files, text }: Proposal,
): Promise<OpenedPullRequest> {
  const tree = await writeTree(repository, snapshot, files)
  if (existing === undefined) {
    const request = { message: text.commitMessage, tree, parents: [snapshot.commit] }
    const { sha } = parsed(shaSchema, await repository.post('/git/commits', request))
    await repository.post('/git/refs', { ref: `refs/heads/${branch}`, sha })
  } else await refuseOtherTree(repository, { branch, tree, commit: existing })
  const { title, body } = text
  try {
    const request = { title, body, head: branch, base: snapshot.branch }
    return openedOf(parsed(pullSchema, await repository.post('/pulls', request)))
  } catch (error) {
    // Whether it exists is open after a lost response. After a refusal, nothing half-done stays.
    const isRefused = error instanceof KeptError && error.code === 'conflict'
    if (isRefused && existing === undefined) await repository.remove(`/git/refs/heads/${refPath(branch)}`)
    throw error
  }
}

/** Names a tree by its content: the same files have the same name, however often it is written. */
async function writeTree(
  repository: RepositoryClient,
  { tree, modes }: TerraformSnapshot,
  files: readonly TerraformFile[],
) {
  const changed = files.map(({ path, text }) => ({
    ...{ path, mode: modes.get(path) ?? '100644', type: 'blob', content: text },
  }))
  return parsed(shaSchema, await repository.post('/git/trees', { base_tree: tree, tree: changed })).sha
}

async function refuseOtherTree(
  repository: RepositoryClient,
  { branch, tree, commit }: { branch: string; tree: string; commit: string },
): Promise<void> {
  const written = parsed(commitSchema, await repository.get(`/git/commits/${commit}`))
  if (written.tree.sha === tree) return
  throw new KeptError(
    'conflict',
    `${repository.name} has a branch ${branch} with other files. Delete it if no one needs it, and try again.`,
  )
}

const openedOf = ({ number, html_url: url }: z.output<typeof pullSchema>): OpenedPullRequest => ({ number, url })
