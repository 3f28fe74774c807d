/** What GitHub or GitLab answers about a repository: its body, or one sentence about what it refuses and what to do. */
import type { RepositoryHost } from '@kept/domain/alert-labels.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Posted } from '../../platform/outbound-post.ts'
import { parseObject } from '../channels/issue.ts'

export interface RepositoryAnswer {
  status: number
  body: Record<string, unknown>
}

const hosts: Record<RepositoryHost, { label: string; permissions: string }> = {
  github: {
    label: 'GitHub',
    permissions: 'the permissions Contents: write and Pull requests: write (a classic token: repo)',
  },
  // No narrower scope opens merge requests.
  gitlab: { label: 'GitLab', permissions: 'the role Developer and the scope api (a project access token is enough)' },
}

/** A status of `expected` is returned, not thrown. */
export function readAnswer({ host, repository }: { host: RepositoryHost; repository: string }) {
  const { label, permissions } = hosts[host]
  return ({ result, status, text }: Posted, expected: readonly number[] = []): RepositoryAnswer => {
    const body = parseObject(text)
    if (status !== null && (result.outcome === 'taken' || expected.includes(status))) return { status, body }
    const detail = reasonIn(body)
    if (status === 401)
      throw new KeptError('conflict', `${label} rejected the token (401). Enter it again in the channel, under Alerts.`)
    if (status === 403 && /rate limit/i.test(detail))
      throw new KeptError('busy', `${label} is rate limiting Kept (403)${detail}. Try again in some minutes.`)
    if (status === 403)
      throw new KeptError(
        'conflict',
        `${label} denied access (403)${detail}. The token needs ${permissions} for ${repository}.`,
      )
    if (status === 404)
      throw new KeptError(
        'conflict',
        `${label} did not find ${repository}, or the token may not use it (404). It needs ${permissions}.`,
      )
    if ('sentence' in result && /too large/.test(result.sentence))
      throw new KeptError('conflict', `The list of files of ${repository} is larger than 4 MB, more than Kept reads.`)
    if (result.outcome === 'again') throw new KeptError('busy', result.sentence)
    throw new KeptError(
      'conflict',
      detail === '' && 'sentence' in result ? result.sentence : `${label} rejected it (${status})${detail}.`,
    )
  }
}

/** The host's own message, with the messages of its list of errors. */
function reasonIn({ message, errors, error_description: description }: Record<string, unknown>): string {
  const list: unknown[] = Array.isArray(errors) ? errors : []
  const more = list.flatMap((error) =>
    typeof error === 'object' && error !== null && 'message' in error ? [String(error.message)] : [],
  )
  const parts = [...textsIn(message), ...textsIn(description), ...more]
  return parts.length === 0
    ? ''
    : `: ${parts
        .join('; ')
        .slice(0, 300)
        .replace(/[.\s]+$/, '')}`
}

/** GitLab writes a text, a list of them, or one list for each field. */
function textsIn(message: unknown): string[] {
  if (typeof message === 'string') return [message]
  if (Array.isArray(message)) return message.flatMap(textsIn)
  return typeof message === 'object' && message !== null ? Object.values(message).flatMap(textsIn) : []
}
