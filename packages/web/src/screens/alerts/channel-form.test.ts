import { expect, it } from 'vitest'
import { mistakesIn, typedFrom } from './channel-form.ts'

const values = { name: 'n', recipients: '', url: '', email: '', token: '', project: '', issue_type: 'Task' }
const fresh = { toOwners: false, known: false }

it('asks for what each kind needs, and keeps what is stored', () => {
  expect(mistakesIn('email', values, fresh)).toHaveProperty('recipients')
  expect(mistakesIn('email', values, { ...fresh, toOwners: true })).toEqual({})
  expect(mistakesIn('slack', values, fresh)).toHaveProperty('url')
  expect(mistakesIn('slack', values, { ...fresh, known: true })).toEqual({})
  expect(Object.keys(mistakesIn('jira', values, fresh))).toEqual(['url', 'token', 'email', 'project'])
  const jira = { ...values, email: 'a@x.com', project: 'OPS' }
  expect(mistakesIn('jira', jira, { ...fresh, known: true })).toEqual({})
  expect(mistakesIn('jira', { ...jira, url: 'https://x.atlassian.net' }, { ...fresh, known: true })).toHaveProperty(
    'token',
  )
})

it('sends only what was typed', () => {
  expect(typedFrom('slack', values, false)).toBeUndefined()
  expect(typedFrom('slack', { ...values, url: ' https://x ' }, false)).toEqual({ kind: 'slack', url: 'https://x' })
  expect(typedFrom('email', { ...values, recipients: 'a@x.com, b@x.com' }, true)).toEqual({
    kind: 'email',
    recipients: ['a@x.com', 'b@x.com'],
    to_owners: true,
  })
})
