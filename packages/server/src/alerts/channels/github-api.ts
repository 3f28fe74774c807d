/** The calls of GitHub's REST API that Kept makes: issues and comments of one repository. */
import { isObject } from '@kept/foundation/narrow.ts'
import { get, type Posted, post } from '../../platform/outbound-post.ts'
import { type GithubTarget, githubHeadersOf, repositoryUrlOf, withoutMentions } from '../public/github-client.ts'
import type { ChannelDeps } from './channel.ts'
import { type Issue, type OpenedIssue, parseObject } from './issue.ts'

/** After a lost response the issue is looked for by its label first. A token that may not label leaves labels out. */
export async function openGithubIssue(issue: Issue, to: GithubTarget, deps: ChannelDeps): Promise<OpenedIssue> {
  const existing = issue.attempt > 1 ? await findByLabel(issue.label, to, deps) : undefined
  if (existing) return { outcome: 'taken', status: 200, ...existing, isEarlier: true }
  const title = issue.title.replaceAll(/\s+/g, ' ').slice(0, 250)
  const body = JSON.stringify({ title, body: withoutMentions(issue.body), labels: ['kept', issue.label] })
  const { result, status, text } = explained(await post(issuesUrl(to), { headers: githubHeadersOf(to), body }, deps))
  if (result.outcome !== 'taken') return { ...result, status }
  const opened = issueIn(parseObject(text), to)
  if (!opened || status === null) {
    const sentence = 'The response has no issue. Check that the address is that of the GitHub API.'
    return { outcome: 'given_up', status, sentence }
  }
  return { outcome: 'taken', status, ...opened, isEarlier: false }
}

/** `key` is `owner/repository#12`, as `openGithubIssue` returned it. */
export async function commentOnGithubIssue(
  key: string,
  body: string,
  to: GithubTarget,
  deps: ChannelDeps,
): Promise<Posted> {
  const url = `${issuesUrl(to)}/${key.split('#').at(-1)}/comments`
  const request = { headers: githubHeadersOf(to), body: JSON.stringify({ body: withoutMentions(body) }) }
  return explained(await post(url, request, deps))
}

async function findByLabel(label: string, to: GithubTarget, deps: ChannelDeps) {
  const query = new URLSearchParams({ labels: label, state: 'all', per_page: '1' })
  const { result, text } = await get(`${issuesUrl(to)}?${query}`, { headers: githubHeadersOf(to) }, deps)
  if (result.outcome !== 'taken') return undefined
  const [first] = Object.values(parseObject(text))
  return isObject(first) ? issueIn(first, to) : undefined
}

function issueIn({ number, html_url: url }: Record<string, unknown>, { settings }: GithubTarget) {
  if (typeof number !== 'number' || typeof url !== 'string' || !/^https?:\/\//.test(url)) return undefined
  return { key: `${settings.repository}#${number}`, url }
}

const issuesUrl = (to: GithubTarget) => `${repositoryUrlOf(to)}/issues`

/** Returns GitHub's own reason, with what its short ones mean here. */
function explained(posted: Posted): Posted {
  const { result, status, text } = posted
  if (result.outcome !== 'given_up') return posted
  const { message } = parseObject(text)
  const sentences: Record<number, string> = {
    404: 'GitHub did not find the repository (404). Check its name, and that the token may write its issues.',
    410: 'Issues are turned off in this repository (410). Turn them on in its settings.',
  }
  const reason = typeof message === 'string' ? `GitHub rejected it (${status}): ${message.slice(0, 300)}` : undefined
  const sentence = sentences[status ?? 0] ?? reason
  return sentence === undefined ? posted : { ...posted, result: { ...result, sentence } }
}
