/** The calls of GitLab's REST API that Kept makes for issues: issues and notes of one project. */
import { isObject } from '@kept/foundation/narrow.ts'
import { get, type Posted, post } from '../../platform/outbound-post.ts'
import { asPlainGitlab, type GitlabTarget, gitlabHeadersOf, projectUrlOf } from '../public/gitlab-client.ts'
import type { ChannelDeps } from './channel.ts'
import { type Issue, type OpenedIssue, parseObject } from './issue.ts'

/** After a lost response the issue is looked for by its label first. */
export async function openGitlabIssue(issue: Issue, to: GitlabTarget, deps: ChannelDeps): Promise<OpenedIssue> {
  const existing = issue.attempt > 1 ? await findByLabel(issue.label, to, deps) : undefined
  if (existing) return { outcome: 'taken', status: 200, ...existing, isEarlier: true }
  const title = issue.title.replaceAll(/\s+/g, ' ').slice(0, 250)
  const labels = `kept,${issue.label}`
  const body = JSON.stringify({ title, description: asPlainGitlab(issue.body), labels })
  const { result, status, text } = explained(await post(issuesUrl(to), { headers: gitlabHeadersOf(to), body }, deps))
  if (result.outcome !== 'taken') return { ...result, status }
  const opened = issueIn(parseObject(text), to)
  if (!opened || status === null) {
    const sentence = 'The response has no issue. Check that the address is that of the GitLab API, such as /api/v4.'
    return { outcome: 'given_up', status, sentence }
  }
  return { outcome: 'taken', status, ...opened, isEarlier: false }
}

/** `key` is `group/project#12`, as `openGitlabIssue` returned it. */
export async function commentOnGitlabIssue(
  key: string,
  body: string,
  to: GitlabTarget,
  deps: ChannelDeps,
): Promise<Posted> {
  const url = `${issuesUrl(to)}/${key.split('#').at(-1)}/notes`
  const request = { headers: gitlabHeadersOf(to), body: JSON.stringify({ body: asPlainGitlab(body) }) }
  return explained(await post(url, request, deps))
}

async function findByLabel(label: string, to: GitlabTarget, deps: ChannelDeps) {
  const query = new URLSearchParams({ labels: label, state: 'all', per_page: '1' })
  const { result, text } = await get(`${issuesUrl(to)}?${query}`, { headers: gitlabHeadersOf(to) }, deps)
  if (result.outcome !== 'taken') return undefined
  const [first] = Object.values(parseObject(text))
  return isObject(first) ? issueIn(first, to) : undefined
}

function issueIn({ iid, web_url: url }: Record<string, unknown>, { settings }: GitlabTarget) {
  if (typeof iid !== 'number' || typeof url !== 'string' || !/^https?:\/\//.test(url)) return undefined
  return { key: `${settings.repository}#${iid}`, url }
}

const issuesUrl = (to: GitlabTarget) => `${projectUrlOf(to)}/issues`

/** What GitLab's short answers mean here. */
function explained(posted: Posted): Posted {
  const { result, status } = posted
  if (result.outcome !== 'given_up') return posted
  const sentences: Record<number, string> = {
    401: 'GitLab rejected the token (401). Enter a token of the project that has not expired.',
    403: 'GitLab denied access (403). The token needs the role Reporter or higher and the scope api.',
    404: 'GitLab did not find the project (404). Check its path, that its issues are on, and that the token may use it.',
  }
  const sentence = sentences[status ?? 0]
  return sentence === undefined ? posted : { ...posted, result: { ...result, sentence } }
}
