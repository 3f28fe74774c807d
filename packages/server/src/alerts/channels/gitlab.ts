/** GitLab: one issue per incident in one project, of gitlab.com or of a server of the customer. */
import { defineChannel } from './channel.ts'
import { commentOnGitlabIssue, openGitlabIssue } from './gitlab-api.ts'
import { sendAsIssue } from './issue-channel.ts'

export const gitlab = defineChannel({
  kind: 'gitlab',
  send: (message, to, deps) =>
    sendAsIssue(message, {
      comment: (key, markdown) => commentOnGitlabIssue(key, markdown, to, deps),
      open: (issue) => openGitlabIssue(issue, to, deps),
    }),
})
