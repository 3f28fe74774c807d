/** The repository of a GitHub channel, with the channel's own sealed token. Throws where GitHub refuses, with its reason. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findChannel } from '@kept/store/alerts/channels.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { Services } from '../../platform/context.ts'
import { get, type Posted, post, remove } from '../../platform/outbound-post.ts'
import { parseObject } from '../channels/issue.ts'
import { channelSecretOf } from './channel-secret.ts'
import { type GithubTarget, githubHeadersOf, repositoryUrlOf } from './github-client.ts'

interface RepositoryAnswer {
  status: number
  body: Record<string, unknown>
}

export interface GithubRepository {
  /** `owner/name`. */
  name: string
  /** `path` is below the repository: `/git/ref/heads/main`. A status of `expected` is returned, not thrown. */
  get(path: string, expected?: readonly number[]): Promise<RepositoryAnswer>
  post(path: string, body: object): Promise<RepositoryAnswer>
  remove(path: string): Promise<RepositoryAnswer>
}

type RepositoryDeps = Pick<Services, 'secrets' | 'config' | 'now'>

/** Locks the channel until the transaction ends. `not_found` for that of another organization. */
export async function openRepository(
  deps: RepositoryDeps,
  tx: ScopedTransaction,
  scope: Scope,
  channelId: string,
): Promise<GithubRepository> {
  const channel = await findChannel(tx, channelId)
  const { name, settings, enabled } = channel
  if (settings.kind !== 'github') throw badInput(`"${name}" opens no pull requests. Choose a channel of GitHub.`)
  if (!enabled) throw new KeptError('conflict', `The channel "${name}" is turned off. Turn it on under Alerts.`)
  const target: GithubTarget = { settings, secret: channelSecretOf(deps, scope, channel) }
  const url = repositoryUrlOf(target)
  const headers = githubHeadersOf(target)
  const read = (posted: Posted, expected: readonly number[] = []) => answerOf(posted, settings.repository, expected)
  return {
    name: settings.repository,
    get: async (path, expected) => read(await get(url + path, { headers }, deps), expected),
    post: async (path, body) => read(await post(url + path, { headers, body: JSON.stringify(body) }, deps)),
    remove: async (path) => read(await remove(url + path, { headers }, deps), [404, 422]),
  }
}

const permissions = 'the permissions Contents: write and Pull requests: write (a classic token: repo)'

function answerOf({ result, status, text }: Posted, repository: string, expected: readonly number[]): RepositoryAnswer {
  const body = parseObject(text)
  if (status !== null && (result.outcome === 'taken' || expected.includes(status))) return { status, body }
  const detail = reasonIn(body)
  if (status === 401)
    throw new KeptError('conflict', 'GitHub rejected the token (401). Enter it again in the channel, under Alerts.')
  if (status === 403 && /rate limit/i.test(detail))
    throw new KeptError('busy', `GitHub is rate limiting Kept (403)${detail}. Try again in some minutes.`)
  if (status === 403)
    throw new KeptError(
      'conflict',
      `GitHub denied access (403)${detail}. The token needs ${permissions} for ${repository}.`,
    )
  if (status === 404)
    throw new KeptError(
      'conflict',
      `GitHub did not find ${repository}, or the token may not use it (404). It needs ${permissions}.`,
    )
  if ('sentence' in result && /too large/.test(result.sentence))
    throw new KeptError('conflict', `The list of files of ${repository} is larger than 4 MB, more than Kept reads.`)
  if (result.outcome === 'again') throw new KeptError('busy', result.sentence)
  throw new KeptError(
    'conflict',
    detail === '' && 'sentence' in result ? result.sentence : `GitHub rejected it (${status})${detail}.`,
  )
}

/** GitHub's message, with the messages of its list of errors. */
function reasonIn({ message, errors }: Record<string, unknown>): string {
  const list: unknown[] = Array.isArray(errors) ? errors : []
  const more = list.flatMap((error) =>
    typeof error === 'object' && error !== null && 'message' in error ? [String(error.message)] : [],
  )
  const parts = [...(typeof message === 'string' ? [message] : []), ...more]
  return parts.length === 0
    ? ''
    : `: ${parts
        .join('; ')
        .slice(0, 300)
        .replace(/[.\s]+$/, '')}`
}
