/** GitHub: one issue per incident in one repository. */
import { defineChannel } from './channel.ts'
import { commentOnGithubIssue, openGithubIssue } from './github-api.ts'
import { sendAsIssue } from './issue-channel.ts'

export const github = defineChannel({
  kind: 'github',
  send: (message, to, deps) =>
    sendAsIssue(message, {
      comment: (key, markdown) => commentOnGithubIssue(key, markdown, to, deps),
      open: (issue) => openGithubIssue(issue, to, deps),
    }),
})
