/** Email channel. Later emails of an incident reply to its first one, so mail clients show one conversation. */
import { hash } from 'node:crypto'
import { fieldOf } from '@kept/foundation/narrow.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { defineChannel, type Message } from './channel.ts'
import { aboutOf, bodyOf, listed, moneyOf } from './message-text.ts'

export const email = defineChannel({
  kind: 'email',
  async send(message, { settings }, { mail, origin, config }) {
    const to = [...new Set([...settings.recipients, ...(settings.to_owners ? message.owners : [])])]
    if (to.length === 0)
      return {
        outcome: 'given_up',
        status: null,
        sentence: 'No recipient: the channel has no address and the rule has no owner.',
      }
    try {
      await mail.send({
        to: to.join(', '),
        subject: subjectOf(message),
        text: mailOf(message),
        ...conversation(message, origin()),
      })
    } catch (error) {
      return refusal(error)
    }
    const sentence =
      config.smtpUrl === undefined
        ? 'Saved to a file in the data folder. No mail server is configured (KEPT_SMTP_URL).'
        : `Accepted by the mail server for ${to.length === 1 ? to[0] : `${to.length} addresses`}.`
    return { outcome: 'taken', status: null, sentence }
  },
})

/** SMTP codes that start with 4 are temporary, those with 5 are permanent. */
function refusal(error: unknown) {
  const responseCode = fieldOf(error, 'responseCode')
  const reason = messageOf(error).split('\n')[0]
  const sentence = `The mail server rejected it: ${reason}.`.replace(/\.\.$/, '.')
  if (typeof responseCode === 'number' && responseCode >= 500)
    return { outcome: 'given_up' as const, status: null, sentence }
  return { outcome: 'again' as const, status: null, sentence, waitMs: null }
}

const subjectOf = ({ kind, title, organization }: Message) =>
  `${kind === 'test' ? '' : 'Alert: '}${title.replaceAll(/\s+/g, ' ')} (${organization.name.replaceAll(/\s+/g, ' ')})`

function mailOf(message: Message): string {
  const { listedEvents, more } = listed(message)
  const items = listedEvents.map((event) =>
    [event.title, message.events.length > 1 ? event.body : '', moneyOf(event) && `Amount: ${moneyOf(event)}`, event.url]
      .filter(Boolean)
      .join('\n'),
  )
  return [bodyOf(message), ...items, more > 0 ? `And ${more} more: ${message.url}` : '', aboutOf(message)]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

/** The Message-ID of an incident's first email is derived from its thread, so later emails can reply to it. */
function conversation({ id, thread, external, organization }: Message, origin: string) {
  const host = new URL(origin).hostname
  if (thread === '') return { messageId: `<${id}@${host}>` }
  const name = hash('sha256', `${organization.id} ${thread}`).slice(0, 32)
  const root = `<${name}@${host}>`
  return external === null ? { messageId: root } : { messageId: `<${id}@${host}>`, inReplyTo: root, references: root }
}
