/** How a pull request is written in a text. Without schemas: screens use it. */
import type { PullRequest } from './pull-request.ts'

/** As its host writes it: `northwind/infrastructure#7` of GitHub, `northwind/infrastructure!7` of GitLab. */
export function pullRequestReference({ repository, number, url }: Pick<PullRequest, 'repository' | 'number' | 'url'>) {
  return `${repository}${url.includes('/-/merge_requests/') ? '!' : '#'}${number}`
}
