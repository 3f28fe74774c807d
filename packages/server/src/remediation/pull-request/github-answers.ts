/** What GitHub answers about branches, with its shape checked. */
import * as z from 'zod'
import type { RepositoryClient } from '../../alerts/public/open-repository.ts'
import { parsed } from './parse-answer.ts'

const refSchema = z.object({ object: z.object({ sha: z.string().min(1) }) })

/** The commit of a branch; undefined where there is none. */
export async function findBranch(repository: RepositoryClient, branch: string): Promise<string | undefined> {
  // An empty repository answers with 409.
  const answer = await repository.get(`/git/ref/heads/${refPath(branch)}`, [404, 409])
  return answer.status === 200 ? parsed(refSchema, answer).object.sha : undefined
}

/** A branch name may have slashes; nothing else of it may end the path. */
export function refPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/')
}
