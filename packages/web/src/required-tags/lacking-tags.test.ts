import { expect, it } from 'vitest'
import { lackingTags } from './lacking-tags.ts'

const volume = { tags: { Owner: 'ana', env: '' }, type: 'Volume', sub_account_id: '1' }
const required = { tags: ['owner', 'env', 'team'], resource_types: [], accounts: [] }

it('names the tags that a resource lacks', () => {
  expect(lackingTags(volume, required)).toEqual(['env', 'team'])
})

it('is about the types and accounts of the policy', () => {
  expect(lackingTags(volume, { ...required, resource_types: ['Instance'] })).toEqual([])
  expect(lackingTags(volume, { ...required, accounts: ['2'] })).toEqual([])
  expect(lackingTags(volume, { ...required, resource_types: ['Volume'], accounts: ['1'] })).toEqual(['env', 'team'])
})
