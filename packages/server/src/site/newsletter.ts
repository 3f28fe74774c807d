/**
 * The newsletter: nobody is on its list who did not say so twice, and whoever is can leave with one click. The answer to
 * a question is the same whoever is on the list already.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { askSubscription, confirmSubscription, endSubscription, listSubscribers } from '@kept/store/site/newsletter.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import { type NewsletterReader, newsletterCsv } from '../platform/newsletter-csv.ts'
import { newToken, tokenHash } from '../platform/one-time-token.ts'
import { admitOperator } from '../platform/operator.ts'
import { parseBody } from '../platform/parse-body.ts'
import { countAgainst } from '../platform/rate-limit.ts'
import { escaped, type Site } from '../platform/site.ts'
import { answer, type FormAnswer, onForm, readForms } from './form.ts'
import { networkBlock } from './network-block.ts'

/** A question nobody confirms is forgotten after this long. */
export const confirmWithinMs = 7 * 24 * 3_600_000

const askSchema = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('must be an e-mail address, such as you@example.com')),
})
const linkSchema = z.object({ token: z.string().min(1).max(200), id: z.uuid().optional() })

export function newsletterRoutes(services: Services, operatorToken: string, site: Site | undefined): RawRoutes {
  return (scope, contextOf) => {
    void scope.register(async (app) => {
      readForms(app)
      const parts = { app, site, contextOf }
      onForm(parts, '/newsletter', ask)
      onForm(parts, '/newsletter/confirm', confirm)
      onForm(parts, '/newsletter/unsubscribe', unsubscribe)
      // Letters are opened by machines first: a link only leads to the button.
      for (const [path, title, words, label] of [
        [
          '/newsletter/confirm',
          'One click to go.',
          'Confirm that the newsletter of Kept may come to your address.',
          'Confirm',
        ],
        ['/newsletter/unsubscribe', 'Leave the newsletter?', 'Nothing more will be sent to you.', 'Unsubscribe'],
      ] as const) {
        app.get<{ Querystring: Record<string, string> }>(
          path,
          { config: { needs: 'public' } },
          async (request, reply) => {
            const form = buttonForm(path, label, request.query)
            return answer(request, reply, site, 200, { title, message: words, form })
          },
        )
      }
      app.get('/v1/operator/newsletter.csv', { config: { needs: 'operator' } }, async (request, reply) => {
        admitOperator(request, operatorToken)
        return reply.type('text/csv; charset=utf-8').send(newsletterCsv(await readers(services)))
      })
      app.get('/v1/operator/newsletter', { config: { needs: 'operator' } }, async (request, reply) => {
        admitOperator(request, operatorToken)
        return reply.send({ data: await readers(services) })
      })
    })
  }
}

/** Everybody on the list, the eldest first, each with the link their letter must carry. */
async function readers(services: Services): Promise<NewsletterReader[]> {
  const rows = await listSubscribers(services.state.database)
  return rows.map(({ id, email, confirmed_at }) => ({
    ...{ email, confirmed_at: confirmed_at.toISOString(), unsubscribe_link: leaveLink(services, id) },
  }))
}

async function ask({ services, ip }: RequestContext, { body }: { body: unknown }): Promise<FormAnswer> {
  const { email } = parseBody(askSchema, body)
  await countAgainst(services, [
    { key: `newsletter-letter:${email}`, most: 3, windowSeconds: 86_400 },
    { key: `newsletter-address:${networkBlock(ip)}`, most: 10, windowSeconds: 3600 },
    { key: 'newsletter-all', most: 500, windowSeconds: 3600 },
  ])
  const { token, hash } = newToken()
  const { id, status } = await askSubscription(services.state.database, {
    email,
    confirmHash: hash,
    now: services.now(),
  })
  const confirmLink = `${services.origin()}/newsletter/confirm?token=${token}`
  await services.mail.send(
    status === 'confirmed' ? alreadyLetter(email, leaveLink(services, id)) : confirmLetter(email, confirmLink),
  )
  return {
    title: 'Look into your mail.',
    message: 'We have sent you a letter with a link. Nothing is sent to you before you follow it.',
  }
}

async function confirm({ services, ip }: RequestContext, { body }: { body: unknown }): Promise<FormAnswer> {
  const { token } = parseBody(linkSchema, body)
  await countAgainst(services, [{ key: `newsletter-link:${networkBlock(ip)}`, most: 60, windowSeconds: 900 }])
  const now = services.now()
  const found = await confirmSubscription(services.state.database, {
    confirmHash: tokenHash(token),
    since: new Date(now.getTime() - confirmWithinMs),
    now,
  })
  if (!found) throw badInput('This link was used before or is older than a week; please subscribe again.')
  return { title: 'Thank you.', message: `${found.email} is on the list. Each letter has a link to leave it.` }
}

async function unsubscribe(
  { services, ip }: RequestContext,
  request: { body: unknown; query: unknown },
): Promise<FormAnswer> {
  // A mail program's own button posts to the link as it stands in the letter (RFC 8058).
  const { token, id } = parseBody(linkSchema, { ...(request.query as object), ...(request.body as object | undefined) })
  await countAgainst(services, [{ key: `newsletter-link:${networkBlock(ip)}`, most: 60, windowSeconds: 900 }])
  if (!id || !isLeaveToken(services, id, token))
    throw new KeptError('forbidden', 'This link is not complete; copy it whole out of the letter.')
  await endSubscription(services.state.database, id, services.now())
  return { title: 'Done.', message: 'Nothing more will be sent to you. Your address is forgotten within a week.' }
}

function leaveLink(services: Pick<Services, 'origin' | 'secrets'>, id: string): string {
  return `${services.origin()}/newsletter/unsubscribe?id=${id}&token=${leaveToken(services, id)}`
}

function leaveToken({ secrets }: Pick<Services, 'secrets'>, id: string): string {
  return createHmac('sha256', secrets.keyFor('newsletter')).update(`leave!${id}`).digest('base64url')
}

function isLeaveToken(services: Pick<Services, 'secrets'>, id: string, token: string): boolean {
  const wanted = Buffer.from(leaveToken(services, id))
  const given = Buffer.from(token)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function buttonForm(path: string, label: string, query: Record<string, string>): string {
  const field = (name: string) =>
    typeof query[name] === 'string' ? `<input type="hidden" name="${name}" value="${escaped(query[name])}">` : ''
  return `<form method="post" action="${path}">${field('id')}${field('token')}<button class="button" type="submit">${label}</button></form>`
}

function confirmLetter(to: string, link: string) {
  return {
    to,
    subject: 'Please confirm: the newsletter of Kept',
    text: `Hello,\n\nsomebody, we hope you, asked for the newsletter of Kept at this address. Please confirm it here:\n\n${link}\n\nThe link is good for a week. If it was not you, there is nothing to do: without it nothing is sent.\n`,
  }
}

function alreadyLetter(to: string, link: string) {
  return {
    to,
    subject: 'You are on the list: the newsletter of Kept',
    text: `Hello,\n\nsomebody, perhaps you, asked for the newsletter of Kept at this address. It is on the list already, so there is nothing to do.\n\nTo leave it:\n\n${link}\n`,
  }
}
