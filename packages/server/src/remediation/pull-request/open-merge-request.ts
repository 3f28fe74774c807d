/**
 * A branch with one commit and a merge request of GitLab. After a lost response the branch is there, and nothing is written
 * twice. Where GitLab refuses the merge request, the branch is removed again.
 */
import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'
import { asPlainGitlab } from '../../alerts/public/gitlab-client.ts'
import type { RepositoryClient } from '../../alerts/public/open-repository.ts'
import { parsed } from './parse-answer.ts'
import type { OpenedPullRequest, Proposal } from './proposal.ts'

const branchSchema = z.object({ commit: z.object({ id: z.string().min(1) }) })
const mergeRequestSchema = z.object({ iid: z.int().positive(), web_url: z.url({ protocol: /^https?$/ }) })
const compareSchema = z.object({ diffs: z.array(z.object({ new_path: z.string() })) })
const fileSchema = z.object({ content: z.string(), encoding: z.literal('base64') })

/** The commit of a branch; undefined where there is none. */
export async function findGitlabBranch(repository: RepositoryClient, branch: string): Promise<string | undefined> {
  const answer = await repository.get(branchPath(branch), [404])
  return answer.status === 200 ? parsed(branchSchema, answer).commit.id : undefined
}

/** The merge request of a branch, whatever its state; undefined for none. */
export async function findMergeRequest(
  repository: RepositoryClient,
  branch: string,
): Promise<OpenedPullRequest | undefined> {
  const query = new URLSearchParams({ source_branch: branch, state: 'all', per_page: '1' })
  const { body } = await repository.get(`/merge_requests?${query}`)
  const [first] = Object.values(body)
  return first === undefined ? undefined : openedOf(parsed(mergeRequestSchema, { body: first }))
}

/** Throws what GitLab answered. */
export async function openMergeRequest(repository: RepositoryClient, proposal: Proposal): Promise<OpenedPullRequest> {
  const { branch, existing, snapshot, text } = proposal
  if (existing === undefined) await repository.post('/repository/commits', commitOf(proposal))
  else await refuseOtherFiles(repository, proposal, existing)
  try {
    const request = {
      ...{ source_branch: branch, target_branch: snapshot.branch, remove_source_branch: true },
      ...{ title: text.title, description: asPlainGitlab(text.body) },
    }
    return openedOf(parsed(mergeRequestSchema, await repository.post('/merge_requests', request)))
  } catch (error) {
    // Whether it exists is open after a lost response. After a refusal, nothing half-done stays.
    const isRefused = error instanceof KeptError && error.code === 'conflict'
    if (isRefused && existing === undefined) await repository.remove(branchPath(branch))
    throw error
  }
}

/** GitLab makes the branch with its commit: it begins at the commit that was read. */
function commitOf({ branch, snapshot, files, text }: Proposal): object {
  const actions = files.map(({ path, text: content }) => ({
    ...{ action: snapshot.modes.has(path) ? 'update' : 'create', file_path: path, content, encoding: 'text' },
  }))
  return { branch, start_sha: snapshot.commit, commit_message: text.commitMessage, actions }
}

async function refuseOtherFiles(
  repository: RepositoryClient,
  { branch, snapshot, files }: Proposal,
  commit: string,
): Promise<void> {
  const query = new URLSearchParams({ from: snapshot.commit, to: commit, straight: 'true' })
  const { diffs } = parsed(compareSchema, await repository.get(`/repository/compare?${query}`))
  const changed = new Set(diffs.map(({ new_path }) => new_path))
  let isSame = changed.size === files.length && files.every(({ path }) => changed.has(path))
  for (const { path, text } of isSame ? files : []) {
    const file = await repository.get(`/repository/files/${encodeURIComponent(path)}?ref=${commit}`, [404])
    isSame &&= file.status === 200 && Buffer.from(parsed(fileSchema, file).content, 'base64').toString('utf8') === text
  }
  if (isSame) return
  throw new KeptError(
    'conflict',
    `${repository.name} has a branch ${branch} with other files. Delete it if no one needs it, and try again.`,
  )
}

const branchPath = (branch: string) => `/repository/branches/${encodeURIComponent(branch)}`

const openedOf = ({ iid, web_url: url }: z.output<typeof mergeRequestSchema>): OpenedPullRequest => ({
  ...{ number: iid, url },
})
