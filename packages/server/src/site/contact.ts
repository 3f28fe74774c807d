/** The contact form: a letter to the operator, and a confirmation to whoever wrote. Nothing of it is stored. */
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import type { RequestContext } from '../platform/context.ts'
import { parseBody } from '../platform/parse-body.ts'
import { countAgainst } from '../platform/rate-limit.ts'
import type { Site } from '../platform/site.ts'
import { type FormAnswer, onForm, readForms } from './form.ts'
import { networkBlock } from './network-block.ts'

/** No line ends where a letter's head is made of it. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(most)
    .regex(/^[^\r\n]*$/, 'must be one line')

const messageSchema = z.object({
  name: line(120),
  email: line(254).pipe(z.email('must be an e-mail address, such as you@example.com')),
  subject: line(80),
  message: z.string().trim().min(10, 'must be at least ten characters').max(5000),
  /** No person sees this field. */
  website: z.string().max(500).default(''),
})

const thanks: FormAnswer = {
  title: 'Thank you.',
  message: 'Your message is on its way to a person, and a confirmation to you.',
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
    { key: `contact-letter:${email.toLowerCase()}`, most: 5, windowSeconds: 86_400 },
    { key: `contact-address:${networkBlock(ip)}`, most: 10, windowSeconds: 3600 },
    { key: 'contact-all', most: 300, windowSeconds: 3600 },
  ])
  // A program filled in what only programs see: it is answered as everybody is.
  if (website !== '') return thanks
  await services.mail.send({
    to: services.config.contactEmail,
    replyTo: email,
    subject: `Contact: ${subject}`,
    text: `${name} <${email}> wrote:\n\n${message}\n`,
  })
  // Not a word of what was written: this form must not be a way to send letters to others.
  await services.mail.send({
    to: email,
    subject: 'We have your message',
    text: `Hello,\n\nsomebody, we hope you, wrote to us at ${services.origin()}/contact with this address. A person will read it and answer.\n\nIf it was not you, there is nothing to do.\n`,
  })
  return thanks
}
