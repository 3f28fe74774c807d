/** GitHub: one issue per incident in one repository. Updates are comments on the issue. */
import { defineChannel, type Message, sentBy } from './channel.ts'
import { commentOnGithubIssue, openGithubIssue } from './github-api.ts'
import { issueLabel } from './issue.ts'
import { aboutOf, bodyOf, issueTitle, listed, moneyOf } from './message-text.ts'

export const github = defineChannel({
  kind: 'github',
  async send(message, to, deps) {
    if (message.external !== null) {
      const commented = await commentOnGithubIssue(message.external, markdownOf(message), to, deps)
      // The issue was deleted, or the channel has another repository now: create a new one.
      if (commented.status !== 404 && commented.status !== 410)
        return sentBy(commented, `Commented on ${message.external}.`)
    }
    const label = issueLabel(message.organization.id, message.thread || message.id)
    const attempt = message.external === null ? message.attempt : 1
    const issue = { label, title: issueTitle(message), body: markdownOf(message), attempt }
    const opened = await openGithubIssue(issue, to, deps)
    if (opened.outcome !== 'taken') return opened
    const { status, key, isEarlier } = opened
    const sentence = isEarlier ? `${key} was created by an earlier attempt.` : `Created ${key}.`
    return { outcome: 'taken', status, sentence, external: key }
  },
})

function markdownOf(message: Message): string {
  const { listedEvents, more } = listed(message)
  const items = listedEvents.map((event) => {
    const money = moneyOf(event)
    return `- [${escaped(event.title)}](${event.url})${money ? `, ${money}` : ''}`
  })
  return [
    escaped(bodyOf(message)),
    items.join('\n'),
    more > 0 ? `[And ${more} more.](${message.url})` : '',
    escaped(aboutOf(message)),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** What a bill calls a resource is text, and no Markdown. */
const escaped = (text: string) => text.replaceAll(/[\\`*_[\]<>#|~]/g, '\\$&')
