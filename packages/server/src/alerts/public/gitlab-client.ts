/** How GitLab is asked: the address of a channel's project, the headers, and texts that mention no one and do nothing. */
import type { ChannelSecret, SettingsOf } from '@kept/domain/alert.ts'
import { withoutMentions } from './github-client.ts'

export type GitlabTarget = { settings: SettingsOf<'gitlab'>; secret: ChannelSecret }

/** Without a trailing slash; the API may be that of a server of the customer. */
export function projectUrlOf({ settings, secret }: GitlabTarget): string {
  const api = new URL(secret.url ?? '')
  return `${api.origin}${api.pathname.replace(/\/+$/, '')}/projects/${encodeURIComponent(settings.repository)}`
}

export const gitlabHeadersOf = ({ secret }: Pick<GitlabTarget, 'secret'>) => ({
  'private-token': secret.token ?? '',
  accept: 'application/json',
})

/** GitLab also carries out lines that begin with a command, such as /close or /assign. */
export function asPlainGitlab(markdown: string): string {
  return withoutMentions(markdown).replaceAll(/^(\s*)\/(?=[a-z])/gim, '$1\u200b/')
}
