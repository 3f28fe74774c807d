import { expect, it } from 'vitest'
import { goesAcross, isNamed } from './across-two.ts'

const [desk, chat] = ['Zendesk Webhook', 'Slackbot 1.0 (+https://api.slack.com/robots)']
const toChat = { deliverer: desk, host: 'slack.com', count: 100 }
const toDesk = { deliverer: chat, host: 'acme.zendesk.com', count: 70 }

it('tells what goes back and forth between two systems', () => {
  expect(goesAcross([toChat, toDesk], 340)).toBe(true)
})

it.each([
  ['as many go one way only', [toChat, { ...toDesk, count: 69 }], 200],
  ['it is a small part of what is delivered', [toChat, toDesk], 341],
  [
    'each is answered where it came from',
    [
      { ...toChat, host: 'a.zendesk.com' },
      { ...toDesk, host: 'slack.com' },
    ],
    200,
  ],
  ['both go to a third', [toChat, { ...toDesk, host: 'ledger.example' }], 200],
  ['the host has a short name', [{ ...toChat, host: 'io' }, toDesk], 200],
  ['nothing is called', [], 10],
])('says nothing where %s', (_, answers, deliveries) => {
  expect(goesAcross(answers, deliveries)).toBe(false)
})

it.each([
  ['acme.zendesk.com', desk, true],
  ['acme.myshopify.com', 'Shopify-Captain-Hook', true],
  ['api.github.com', 'GitHub-Hookshot/7b1c', true],
  ['hooks.webhook.example', 'Acme Webhook Client', false],
  ['api.robots.example', chat, false],
  ['slack.com', '', false],
])('says whether %s is of %s: %s', (host, deliverer, expected) => {
  expect(isNamed(host, deliverer)).toBe(expected)
})
