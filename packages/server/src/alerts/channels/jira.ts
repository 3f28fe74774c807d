/** Jira Cloud: one issue per incident. Updates are comments on the issue. */
import { type ChannelDeps, defineChannel, type Message, type Sent, sentBy } from './channel.ts'
import { issueLabel } from './issue.ts'
import { commentOnJiraIssue, type JiraTarget, openJiraIssue } from './jira-api.ts'
import { bulletList, type JiraDocument, jiraDocument, paragraph, textNode } from './jira-document.ts'
import { aboutOf, bodyOf, issueTitle, listed, moneyOf } from './message-text.ts'

export const jira = defineChannel({
  kind: 'jira',
  async send(message, to, deps) {
    if (message.external !== null) {
      const commented = await commentOnJiraIssue(message.external, documentOf(message), to, deps)
      // The issue was deleted: create a new one.
      if (commented.status !== 404) return sentBy(commented, `Commented on ${message.external}.`)
    }
    return open(message, to, deps)
  },
})

async function open(message: Message, to: JiraTarget, deps: ChannelDeps): Promise<Sent> {
  const opened = await openJiraIssue(
    {
      label: issueLabel(message.organization.id, message.thread || message.id),
      title: issueTitle(message),
      document: documentOf(message),
      // A deleted issue is not looked for again.
      attempt: message.external === null ? message.attempt : 1,
    },
    to,
    deps,
  )
  if (opened.outcome !== 'taken') return opened
  const { status, key, isEarlier } = opened
  const sentence = isEarlier ? `${key} was created by an earlier attempt.` : `Created ${key}.`
  return { outcome: 'taken', status, sentence, external: key }
}

/** Paragraphs, and a list of links for several events. */
function documentOf(message: Message): JiraDocument {
  const { listedEvents, more } = listed(message)
  const items = listedEvents.map((event) => {
    const money = moneyOf(event)
    return [textNode(`${event.title}${money ? `, ${money}` : ''}`, event.url)]
  })
  const body = bodyOf(message)
  return jiraDocument([
    ...(body ? [paragraph(textNode(body))] : []),
    ...(items.length > 0 ? [bulletList(items)] : []),
    ...(more > 0 ? [paragraph(textNode(`And ${more} more.`, message.url))] : []),
    paragraph(textNode(aboutOf(message))),
  ])
}
