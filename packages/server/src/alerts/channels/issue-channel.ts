/** One issue per incident in a repository that reads Markdown. Updates are comments on the issue. */
import type { Posted } from '../../platform/outbound-post.ts'
import { type Message, type Sent, sentBy } from './channel.ts'
import { type Issue, issueLabel, type OpenedIssue } from './issue.ts'
import { aboutOf, bodyOf, issueTitle, listed, moneyOf } from './message-text.ts'

interface Repository {
  comment(key: string, markdown: string): Promise<Posted>
  open(issue: Issue): Promise<OpenedIssue>
}

export async function sendAsIssue(message: Message, { comment, open }: Repository): Promise<Sent> {
  if (message.external !== null) {
    const commented = await comment(message.external, markdownOf(message))
    // The issue was deleted, or the channel has another repository now: create a new one.
    if (commented.status !== 404 && commented.status !== 410)
      return sentBy(commented, `Commented on ${message.external}.`)
  }
  const label = issueLabel(message.organization.id, message.thread || message.id)
  const attempt = message.external === null ? message.attempt : 1
  const opened = await open({ label, title: issueTitle(message), body: markdownOf(message), attempt })
  if (opened.outcome !== 'taken') return opened
  const { status, key, isEarlier } = opened
  const sentence = isEarlier ? `${key} was created by an earlier attempt.` : `Created ${key}.`
  return { outcome: 'taken', status, sentence, external: key }
}

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
