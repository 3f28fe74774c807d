/**
 * The repository of a GitHub or GitLab channel, with the channel's own sealed token. Throws where the host refuses, with
 * its reason.
 */
import type { ChannelSecret, ChannelSettings } from '@kept/domain/alert.ts'
import type { RepositoryHost } from '@kept/domain/alert-labels.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findChannel } from '@kept/store/alerts/channels.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { Services } from '../../platform/context.ts'
import { get, post, remove } from '../../platform/outbound-post.ts'
import { channelSecretOf } from './channel-secret.ts'
import { githubHeadersOf, repositoryUrlOf } from './github-client.ts'
import { gitlabHeadersOf, projectUrlOf } from './gitlab-client.ts'
import { type RepositoryAnswer, readAnswer } from './repository-answer.ts'

export interface RepositoryClient {
  host: RepositoryHost
  /** `owner/name`, of GitLab `group/project`. */
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
): Promise<RepositoryClient> {
  const channel = await findChannel(tx, channelId)
  const { name, settings, enabled } = channel
  // Before the secret is opened: no other kind needs it.
  const target = targetOf(settings, () => channelSecretOf(deps, scope, channel))
  if (!target) throw badInput(`"${name}" opens no pull requests. Choose a channel of GitHub or GitLab.`)
  if (!enabled) throw new KeptError('conflict', `The channel "${name}" is turned off. Turn it on under Alerts.`)
  const { url, headers, host, repository } = target
  const read = readAnswer({ host, repository })
  return {
    host,
    name: repository,
    get: async (path, expected) => read(await get(url + path, { headers }, deps), expected),
    post: async (path, body) => read(await post(url + path, { headers, body: JSON.stringify(body) }, deps)),
    remove: async (path) => read(await remove(url + path, { headers }, deps), [404, 422]),
  }
}

/** Undefined for a channel without a repository. */
function targetOf(settings: ChannelSettings, openSecret: () => ChannelSecret) {
  switch (settings.kind) {
    case 'github': {
      const target = { settings, secret: openSecret() }
      return {
        ...{ host: settings.kind, repository: settings.repository },
        ...{ url: repositoryUrlOf(target), headers: githubHeadersOf(target) },
      }
    }
    case 'gitlab': {
      const target = { settings, secret: openSecret() }
      return {
        ...{ host: settings.kind, repository: settings.repository },
        ...{ url: projectUrlOf(target), headers: gitlabHeadersOf(target) },
      }
    }
    default:
      return undefined
  }
}
