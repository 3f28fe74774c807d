import { newChannelInput } from '@kept/contract/inputs/alerts.ts'
import { expect, it } from 'vitest'
import { checkBy } from '../../form/check-by.ts'
import { channelNames, channelSentences, mistakesIn, typedFrom } from './channel-form.ts'

const values = {
  ...{ name: 'n', recipients: '', url: '', email: '', token: '' },
  ...{ project: '', issue_type: 'Task', repository: '', signing_secret: '' },
}
const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
const newChannel = { toOwners: false, isStored: false }

it('mistakesIn requires the fields of each type, except stored ones', () => {
  expect(mistakesIn('email', values, newChannel)).toHaveProperty('recipients')
  expect(mistakesIn('email', values, { ...newChannel, toOwners: true })).toEqual({})
  expect(mistakesIn('slack', values, newChannel)).toHaveProperty('url')
  expect(mistakesIn('slack', values, { ...newChannel, isStored: true })).toEqual({})
  expect(mistakesIn('jira', values, newChannel)).toHaveProperty('url')
  expect(mistakesIn('jira', values, { ...newChannel, isStored: true })).toEqual({})
  expect(mistakesIn('jira', { ...values, token: 't' }, { ...newChannel, isStored: true })).toHaveProperty('url')
})

it('channelNames and the contract find what is missing in a channel', async () => {
  const { check } = checkBy({
    fields: ['name', 'recipients', 'url', 'email', 'token', 'project', 'issue_type', 'repository', 'signing_secret'],
    schema: async () => newChannelInput,
    input: (typed) => ({ name: typed.name, schedule, typed: typedFrom('jira', typed, false) }),
    names: channelNames,
    ...channelSentences,
  })
  const jira = { ...values, url: 'https://x.atlassian.net', email: 'a@x.com', token: 't', project: 'OPS' }
  expect(await check(jira)).toEqual({})
  expect(Object.keys(await check({ ...jira, token: '', email: '', project: 'ops' })).sort()).toEqual([
    ...['email', 'project', 'token'],
  ])
  expect(await check({ ...jira, url: '' })).toEqual({ url: 'Enter a URL that starts with https://.' })
})

it('typedFrom and the contract take a repository of GitHub', () => {
  const github = { ...values, url: 'https://api.github.com', token: ' t ', repository: 'northwind/platform' }
  const typed = typedFrom('github', github, false)
  expect(typed).toEqual({
    ...{ kind: 'github', url: 'https://api.github.com', token: 't', repository: 'northwind/platform' },
  })
  const isValid = (repository: string) =>
    newChannelInput.safeParse({ name: 'n', schedule, typed: { ...typed, repository } }).success
  expect(['northwind/platform', 'northwind', 'a/b/c', '../x', 'x/..'].map(isValid)).toEqual([
    ...[true, false, false, false, false],
  ])
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
