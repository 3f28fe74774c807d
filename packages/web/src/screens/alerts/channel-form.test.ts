import { expect, it } from 'vitest'
import { mistakesIn, typedFrom } from './channel-form.ts'

const values = { name: 'n', recipients: '', url: '', email: '', token: '', project: '', issue_type: 'Task' }
const newChannel = { toOwners: false, isStored: false }

it('mistakesIn requires the fields of each type, except stored ones', () => {
  expect(mistakesIn('email', values, newChannel)).toHaveProperty('recipients')
  expect(mistakesIn('email', values, { ...newChannel, toOwners: true })).toEqual({})
  expect(mistakesIn('slack', values, newChannel)).toHaveProperty('url')
  expect(mistakesIn('slack', values, { ...newChannel, isStored: true })).toEqual({})
  expect(Object.keys(mistakesIn('jira', values, newChannel))).toEqual(['url', 'token', 'email', 'project'])
  const jira = { ...values, email: 'a@x.com', project: 'OPS' }
  expect(mistakesIn('jira', jira, { ...newChannel, isStored: true })).toEqual({})
  expect(
    mistakesIn('jira', { ...jira, url: 'https://x.atlassian.net' }, { ...newChannel, isStored: true }),
  ).toHaveProperty('token')
})

it('typedFrom sends only typed values', () => {
  expect(typedFrom('slack', values, false)).toBeUndefined()
  expect(typedFrom('slack', { ...values, url: ' https://x ' }, false)).toEqual({ kind: 'slack', url: 'https://x' })
  expect(typedFrom('email', { ...values, recipients: 'a@x.com, b@x.com' }, true)).toEqual({
    kind: 'email',
    recipients: ['a@x.com', 'b@x.com'],
    to_owners: true,
  })
})
