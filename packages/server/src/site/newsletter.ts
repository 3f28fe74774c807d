/** Newsletter with double opt-in and one-click unsubscribe. Responses don't reveal who is subscribed. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { isObject } from '@kept/foundation/narrow.ts'
import {
  confirmSubscription,
  endSubscription,
  listSubscribers,
  requestSubscription,
} from '@kept/store/site/newsletter.ts'
import * as z from 'zod'
import { admitOperator } from '../operator/public/operator.ts'
import type { RawRoutes } from '../platform/app.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import { newToken, tokenHash } from '../platform/one-time-token.ts'
import { parseBody } from '../platform/parse-body.ts'
import { countAgainst } from '../platform/rate-limit.ts'
import { escaped, type Site } from '../platform/site.ts'
import { answer, type FormAnswer, onForm, readForms } from './form.ts'
import { networkBlock } from './network-block.ts'
import { type NewsletterReader, newsletterCsv } from './newsletter-csv.ts'

/** Unconfirmed subscriptions are deleted after this long. */
export const confirmWithinMs = 7 * 24 * 3_600_000

const askSchema = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('must be an email address, such as you@example.com')),
})
const linkSchema = z.object({ token: z.string().min(1).max(200), id: z.uuid().optional() })

export function newsletterRoutes(services: Services, operatorToken: string, site: Site | undefined): RawRoutes {
  return (scope, contextOf) => {
    void scope.register(async (app) => {
      readForms(app)
      const parts = { app, site, contextOf }
      onForm(parts, '/newsletter', startSubscription)
      onForm(parts, '/newsletter/confirm', confirm)
      onForm(parts, '/newsletter/unsubscribe', unsubscribe)
      // Mail scanners open links, so a link only shows the button.
      for (const [path, title, text, label] of [
        ['/newsletter/confirm', 'One click to go.', 'Confirm that you want the Kept newsletter.', 'Confirm'],
        [
          '/newsletter/unsubscribe',
          'Unsubscribe from the newsletter?',
          'You won’t get any more emails from us.',
          'Unsubscribe',
        ],
      ] as const) {
        app.get<{ Querystring: Record<string, string> }>(
          path,
          { config: { needs: 'public' } },
          async (request, reply) => {
            const form = buttonForm(path, label, request.query)
            return answer(request, reply, site, 200, { title, message: text, form })
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

/** All subscribers, oldest first, with their unsubscribe links. */
async function readers(services: Services): Promise<NewsletterReader[]> {
  const rows = await listSubscribers(services.state.database)
  return rows.map(({ id, email, confirmed_at }) => ({
    ...{ email, confirmed_at: confirmed_at.toISOString(), unsubscribe_link: leaveLink(services, id) },
  }))
}

async function startSubscription({ services, ip }: RequestContext, { body }: { body: unknown }): Promise<FormAnswer> {
  const { email } = parseBody(askSchema, body)
  await countAgainst(services, [
    { key: `newsletter-letter:${email}`, max: 3, windowSeconds: 86_400 },
    { key: `newsletter-address:${networkBlock(ip)}`, max: 10, windowSeconds: 3600 },
    { key: 'newsletter-all', max: 500, windowSeconds: 3600 },
  ])
  const { token, hash } = newToken()
  const { id, status } = await requestSubscription(services.state.database, {
    email,
    confirmHash: hash,
    now: services.now(),
  })
  const confirmLink = `${services.origin()}/newsletter/confirm?token=${token}`
  await services.mail.send(
    status === 'confirmed'
      ? alreadySubscribedMail(email, leaveLink(services, id))
      : confirmationMail(email, confirmLink),
  )
  return {
    title: 'Check your email.',
    message: 'We sent you a link. Follow it to confirm your subscription.',
  }
}

async function confirm({ services, ip }: RequestContext, { body }: { body: unknown }): Promise<FormAnswer> {
  const { token } = parseBody(linkSchema, body)
  await countAgainst(services, [{ key: `newsletter-link:${networkBlock(ip)}`, max: 60, windowSeconds: 900 }])
  const now = services.now()
  const subscription = await confirmSubscription(services.state.database, {
    confirmHash: tokenHash(token),
    requestedAfter: new Date(now.getTime() - confirmWithinMs),
    now,
  })
  if (!subscription) throw badInput('This link was already used or is older than a week. Subscribe again.')
  return { title: 'Thank you.', message: `${subscription.email} is subscribed. Every email has a link to unsubscribe.` }
}

async function unsubscribe(
  { services, ip }: RequestContext,
  request: { body: unknown; query: unknown },
): Promise<FormAnswer> {
  // One-click unsubscribe of mail clients (RFC 8058).
  const { token, id } = parseBody(linkSchema, {
    ...(isObject(request.query) && request.query),
    ...(isObject(request.body) && request.body),
  })
  await countAgainst(services, [{ key: `newsletter-link:${networkBlock(ip)}`, max: 60, windowSeconds: 900 }])
  if (!id || !isLeaveToken(services, id, token))
    throw new KeptError('forbidden', 'This link is incomplete. Copy the full link from the email.')
  await endSubscription(services.state.database, id, services.now())
  return { title: 'Done.', message: 'You are unsubscribed. We delete your address within a week.' }
}

function leaveLink(services: Pick<Services, 'origin' | 'secrets'>, id: string): string {
  return `${services.origin()}/newsletter/unsubscribe?id=${id}&token=${leaveToken(services, id)}`
}

function leaveToken({ secrets }: Pick<Services, 'secrets'>, id: string): string {
  return createHmac('sha256', secrets.keyFor('newsletter')).update(`leave!${id}`).digest('base64url')
}

function isLeaveToken(services: Pick<Services, 'secrets'>, id: string, token: string): boolean {
  const expected = Buffer.from(leaveToken(services, id))
  const actual = Buffer.from(token)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function buttonForm(path: string, label: string, query: Record<string, string>): string {
  const field = (name: string) =>
    typeof query[name] === 'string' ? `<input type="hidden" name="${name}" value="${escaped(query[name])}">` : ''
  return `<form method="post" action="${path}">${field('id')}${field('token')}<button class="button" type="submit">${label}</button></form>`
}

function confirmationMail(to: string, link: string) {
  return {
    to,
    subject: 'Confirm your subscription to the Kept newsletter',
    text: `Hello,\n\nConfirm that you want the Kept newsletter at this address:\n\n${link}\n\nThe link expires in a week. If it wasn't you, ignore this email.\n`,
  }
}

function alreadySubscribedMail(to: string, link: string) {
  return {
    to,
    subject: 'You are already subscribed to the Kept newsletter',
    text: `Hello,\n\nThis address is already subscribed to the Kept newsletter. There is nothing to do.\n\nUnsubscribe:\n\n${link}\n`,
  }
}
