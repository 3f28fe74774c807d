import { expect, it, vi } from 'vitest'
import { everyPage } from './every-page.ts'

const list = { action: 'eks:ListNodegroups', subject: 'the cluster shop' }

const pageOf = (field: 'NextToken' | 'nextToken' | 'NextMarker', next: string) => ({ [field]: next })

it.each(['NextToken', 'nextToken', 'NextMarker'] as const)('everyPage reads until a page has no %s', async (field) => {
  const read = vi.fn((token: string | undefined) => Promise.resolve(pageOf(field, token === undefined ? 'second' : '')))
  const pages = []
  for await (const page of everyPage(list, read)) pages.push(page)
  expect(pages).toEqual([{ [field]: 'second' }, { [field]: '' }])
  expect(read.mock.calls).toEqual([[undefined], ['second']])
})

it('everyPage refuses a list whose page names itself as the next one', async () => {
  const read = async (token: string | undefined) => ({ nextToken: token ?? 'again' })
  const pages = everyPage(list, read)
  expect((await pages.next()).value).toEqual({ nextToken: 'again' })
  await pages.next()
  await expect(pages.next()).rejects.toMatchObject({
    kind: 'unexpected',
    message: 'eks:ListNodegroups returned the same page of the cluster shop twice.',
  })
})
