/** Contact form: emails the operator and sends a confirmation. Nothing is stored. */
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import type { RequestContext } from '../platform/context.ts'
import { parseBody } from '../platform/parse-body.ts'
import { countAgainst } from '../platform/rate-limit.ts'
import type { Site } from '../platform/site.ts'
import { type FormAnswer, onForm, readForms } from './form.ts'
import { networkBlock } from './network-block.ts'

/** No line breaks, against email header injection. */
const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(maxLength)
    .regex(/^[^\r\n]*$/, 'must be one line')

const messageSchema = z.object({
  name: line(120),
  email: line(254).pipe(z.email('must be an email address, such as you@example.com')),
  subject: line(80),
  message: z.string().trim().min(10, 'must have at least 10 characters').max(5000),
  /** Honeypot field, hidden from people. */
  website: z.string().max(500).default(''),
})

const thanks: FormAnswer = {
  title: 'Thank you.',
  message: 'We got your message and sent you a confirmation.',
}

export function contactRoutes(site: Site | undefined): RawRoutes {
  return (scope, contextOf) => {
    void scope.register(async (app) => {
      readForms(app)
      onForm({ app, site, contextOf }, '/contact', send)
    })
  }
}

async function send({ services, ip }: RequestContext, { body }: { body: unknown }): Promise<FormAnswer> {
  const { name, email, subject, message, website } = parseBody(messageSchema, body)
  await countAgainst(services, [
    { key: `contact-letter:${email.toLowerCase()}`, max: 5, windowSeconds: 86_400 },
    { key: `contact-address:${networkBlock(ip)}`, max: 10, windowSeconds: 3600 },
    { key: 'contact-all', max: 300, windowSeconds: 3600 },
  ])
  // A bot filled in the honeypot. It gets the regular response.
  if (website !== '') return thanks
  await services.mail.send({
    to: services.config.contactEmail,
    replyTo: email,
    subject: `Contact: ${subject}`,
    text: `${name} <${email}> wrote:\n\n${message}\n`,
  })
  // The confirmation does not quote the message, so the form can't be used to send spam.
  await services.mail.send({
    to: email,
    subject: 'We got your message',
    text: `Hello,\n\nWe got a message from this address at ${services.origin()}/contact. We'll read it and reply.\n\nIf it wasn't you, ignore this email.\n`,
  })
  return thanks
}
