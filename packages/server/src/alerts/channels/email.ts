/** Letters through the house's mail. What belongs to one incident answers its first letter, so that it is one conversation. */
import { createHash } from 'node:crypto'
import { defineChannel, type Message } from './channel.ts'
import { aboutOf, bodyOf, listed, moneyOf } from './words.ts'

export const email = defineChannel({
  kind: 'email',
  async send(message, { settings }, { mail, origin, config }) {
    const to = [...new Set([...settings.recipients, ...(settings.to_owners ? message.owners : [])])]
    if (to.length === 0)
      return {
        what: 'given_up',
        status: null,
        sentence: 'There is nobody to write to: the channel has no address and the rule no owner.',
      }
    try {
      await mail.send({
        to: to.join(', '),
        subject: subjectOf(message),
        text: letterOf(message),
        ...conversation(message, origin()),
      })
    } catch (error) {
      return refusal(error)
    }
    const sentence =
      config.smtpUrl === undefined
        ? 'Written to a file in the data folder: this Kept has no mail server (KEPT_SMTP_URL).'
        : `The mail server has taken it, for ${to.length === 1 ? to[0] : `${to.length} addresses`}.`
    return { what: 'taken', status: null, sentence }
  },
})

/** Mail servers say with the first figure whether another try makes sense. */
function refusal(error: unknown) {
  const { responseCode, message } = error as { responseCode?: number; message?: string }
  const said = String(message ?? error).split('\n')[0]
  const sentence = `The mail server did not take it: ${said}.`.replace(/\.\.$/, '.')
  if (responseCode !== undefined && responseCode >= 500) return { what: 'given_up' as const, status: null, sentence }
  return { what: 'again' as const, status: null, sentence, waitMs: null }
}

const subjectOf = ({ kind, title, organization }: Message) =>
  `${kind === 'test' ? '' : 'Alert: '}${title.replaceAll(/\s+/g, ' ')} (${organization.name.replaceAll(/\s+/g, ' ')})`

export function letterOf(message: Message): string {
  const { shown, more } = listed(message)
  const items = shown.map((event) =>
    [event.title, message.events.length > 1 ? event.body : '', moneyOf(event) && `Amount: ${moneyOf(event)}`, event.url]
      .filter(Boolean)
      .join('\n'),
  )
  return [bodyOf(message), ...items, more > 0 ? `And ${more} more: ${message.url}` : '', aboutOf(message)]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n')
}

/** The first letter of an incident has a name that can be worked out; the others answer it. */
function conversation({ id, thread, external, organization }: Message, origin: string) {
  const host = new URL(origin).hostname
  if (thread === '') return { messageId: `<${id}@${host}>` }
  const name = createHash('sha256').update(`${organization.id} ${thread}`).digest('hex').slice(0, 32)
  const root = `<${name}@${host}>`
  return external === null ? { messageId: root } : { messageId: `<${id}@${host}>`, inReplyTo: root, references: root }
}
