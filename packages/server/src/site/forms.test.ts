/** The forms of the site over real HTTP: newsletter with double opt-in, unsubscribe, and the contact form. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { emptyMailbox, mailsIn, mailTo } from '../testing/mailbox.ts'
import { openKept, type TestKept } from '../testing.ts'

let kept: TestKept
let clock = Date.parse('2026-05-04T10:00:00Z')
beforeAll(async () => {
  kept = await openKept({ KEPT_CONTACT_EMAIL: 'desk@kept.example' }, { now: () => new Date(clock) })
})
afterAll(() => kept.close())
beforeEach(() => emptyMailbox(kept.server.services))

async function send(path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${kept.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, ...((await response.json()) as { message: string }) }
}

async function exported(): Promise<string> {
  const answer = await fetch(`${kept.url}/v1/operator/newsletter.csv`, { headers: kept.headers('own') })
  expect(answer.status).toBe(200)
  return answer.text()
}

it('subscribes only after a confirmation, and unsubscribes', async () => {
  const response = await send('/newsletter', { email: ' Ada@Example.com ' })
  expect(response).toMatchObject({ status: 200, message: expect.stringContaining('We sent you a link') })
  expect(await exported()).not.toContain('ada@example.com')
  const { token } = await mailTo(kept.server.services, 'ada@example.com', /confirm/i)
  // With "no-referrer" a browser would send the form of this page as another site's.
  const page = await fetch(`${kept.url}/newsletter/confirm?token=${token}`)
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
  expect(await send('/newsletter/confirm', { token })).toMatchObject({ status: 200 })
  expect(await send('/newsletter/confirm', { token })).toMatchObject({ status: 400 })

  const [, row = ''] = (await exported()).split('\r\n')
  expect(row).toMatch(/^ada@example\.com,2026-05-04T10:00:00\.000Z,http/)
  const leave = new URL(row.split(',')[2] ?? '')
  expect(await send(`${leave.pathname}?id=${leave.searchParams.get('id')}&token=wrong`, {})).toMatchObject({
    status: 403,
  })
  // As the button of a mail program posts it: the link whole, a body of its own.
  const oneClick = await fetch(leave, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(oneClick.status).toBe(200)
  expect(await exported()).not.toContain('ada@example.com')
})

it('responds the same to a subscribed address, and sends it another email', async () => {
  const first = await send('/newsletter', { email: 'bo@example.com' })
  const { token } = await mailTo(kept.server.services, 'bo@example.com', /confirm/i)
  await send('/newsletter/confirm', { token })
  await emptyMailbox(kept.server.services)
  expect(await send('/newsletter', { email: 'bo@example.com' })).toEqual(first)
  expect(mailsIn(kept.server.services.config.dataFolder).map(({ subject }) => subject)).toEqual([
    'You are already subscribed to the Kept newsletter',
  ])
  expect(await exported()).toContain('bo@example.com')
})

it('expires a link after a week', async () => {
  await send('/newsletter', { email: 'late@example.com' })
  const { token } = await mailTo(kept.server.services, 'late@example.com', /confirm/i)
  clock += 8 * 86_400_000
  expect(await send('/newsletter/confirm', { token })).toMatchObject({
    status: 400,
    message: 'This link was already used or is older than a week. Subscribe again.',
  })
})

it('rejects an invalid address, another site, and the fourth email of a day', async () => {
  expect(await send('/newsletter', { email: 'no-address' })).toMatchObject({
    status: 400,
    message: 'The request is not valid: email: must be an email address, such as you@example.com.',
  })
  const foreign = await send('/newsletter', { email: 'x@example.com' }, { origin: 'https://evil.example' })
  expect(foreign).toMatchObject({ status: 403 })
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await send('/newsletter', { email: 'much@example.com' })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

it('exports the subscribers to the operator only', async () => {
  const answer = await fetch(`${kept.url}/v1/operator/newsletter.csv`)
  expect(answer.status).toBe(403)
})

const message = { name: 'Cy', email: 'cy@example.com', subject: 'Security', message: 'There is a hole in it.' }

it('forwards a message to the operator, and confirms it without quoting it', async () => {
  expect(await send('/contact', message)).toMatchObject({ status: 200 })
  const emails = mailsIn(kept.server.services.config.dataFolder)
  expect(emails.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
    'cy@example.com: We got your message',
    'desk@kept.example: Contact: Security',
  ])
})

it('prevents header injection, and drops forms with the honeypot field', async () => {
  expect(await send('/contact', { ...message, subject: 'a\r\nBcc: all@example.com' })).toMatchObject({ status: 400 })
  expect(await send('/contact', { ...message, website: 'https://spam.example' })).toMatchObject({ status: 200 })
  expect(mailsIn(kept.server.services.config.dataFolder)).toEqual([])
})
