/** How GitHub is asked: the address of a channel's repository, the headers, and texts that mention no one. */
import type { ChannelSecret, SettingsOf } from '@kept/domain/alert.ts'

export type GithubTarget = { settings: SettingsOf<'github'>; secret: ChannelSecret }

/** Without a trailing slash; the API may be that of an Enterprise Server. */
export function repositoryUrlOf({ settings, secret }: GithubTarget): string {
  const api = new URL(secret.url ?? '')
  return `${api.origin}${api.pathname.replace(/\/+$/, '')}/repos/${settings.repository}`
}

export const githubHeadersOf = ({ secret }: Pick<GithubTarget, 'secret'>) => ({
  authorization: `Bearer ${secret.token ?? ''}`,
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
})

/** A name on the bill may look like a mention, and GitHub would write to that person. */
export function withoutMentions(markdown: string): string {
  return markdown.replaceAll(/@(?=\w)/g, '@\u200b')
}
