/** What GitHub answers about branches, with its shape checked. */
import { KeptError } from '@kept/domain/errors.ts'
import * as z from 'zod'
import type { GithubRepository } from '../../alerts/public/open-repository.ts'

const refSchema = z.object({ object: z.object({ sha: z.string().min(1) }) })

/** The commit of a branch; undefined where there is none. */
export async function findBranch(repository: GithubRepository, branch: string): Promise<string | undefined> {
  // An empty repository answers with 409.
  const answer = await repository.get(`/git/ref/heads/${refPath(branch)}`, [404, 409])
  return answer.status === 200 ? parsed(refSchema, answer).object.sha : undefined
}

/** A branch name may have slashes; nothing else of it may end the path. */
export function refPath(branch: string): string {
  return branch.split('/').map(encodeURIComponent).join('/')
}

export function parsed<Shape extends z.ZodType>(shape: Shape, { body }: { body: unknown }): z.output<Shape> {
  const result = shape.safeParse(body)
  if (result.success) return result.data
  throw new KeptError('conflict', 'The response is not that of the GitHub API. Check the address of the channel.')
}
