import { expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const [own, other] = [{ organizationId: 'own' }, { organizationId: 'other' }]
const version = async () => 'v1'

it('makes an answer once for each organization, question and version', async () => {
  const cache = new AnswerCache()
  const made: string[] = []
  const ask = (scope: typeof own, question: string, of = version) =>
    cache.get(scope, question, of, async () => {
      made.push(`${scope.organizationId} ${question}`)
      return { total: made.length }
    })
  expect(await ask(own, 'a')).toEqual({ total: 1 })
  expect(await ask(own, 'a')).toEqual({ total: 1 })
  expect(await ask(other, 'a')).toEqual({ total: 2 })
  expect(await ask(own, 'b')).toEqual({ total: 3 })
  expect(await ask(own, 'a', async () => 'v2')).toEqual({ total: 4 })
  expect(await ask(own, 'a')).toEqual({ total: 1 })
  expect(made).toEqual(['own a', 'other a', 'own b', 'own a'])
})

it('answers many at once with one making, each with an answer of its own', async () => {
  const cache = new AnswerCache()
  let made = 0
  const make = async () => {
    made += 1
    return { list: [made] }
  }
  const answers = await Promise.all(Array.from({ length: 5 }, () => cache.get(own, 'a', version, make)))
  answers[0]?.list.push(99)
  expect(made).toBe(1)
  expect(await cache.get(own, 'a', version, make)).toEqual({ list: [1] })
})

it('keeps neither errors nor what changed while it was made', async () => {
  const cache = new AnswerCache()
  const fail = () => cache.get(own, 'a', version, () => Promise.reject(new Error('no')))
  await expect(fail()).rejects.toThrow('no')
  let current = 'v1'
  const changing = async () => {
    current = 'v2'
    return 'made of v2'
  }
  expect(await cache.get(own, 'a', async () => current, changing)).toBe('made of v2')
  expect(await cache.get(own, 'a', version, async () => 'made of v1')).toBe('made of v1')
})

it('stays within its bytes, and one organization within its own', async () => {
  const cache = new AnswerCache({ maxBytes: 2000, maxBytesPerOrganization: 1000 })
  const ask = (organizationId: string, question: number, length = 100) => {
    let isNew = false
    return cache
      .get({ organizationId }, question, version, async () => {
        isNew = true
        return 'x'.repeat(length)
      })
      .then(() => isNew)
  }
  await ask('quiet', 0)
  for (let question = 0; question < 50; question += 1) await ask('loud', question)
  expect(cache.bytes).toBeLessThanOrEqual(1300)
  expect(await ask('quiet', 0)).toBe(false)
  expect(await ask('loud', 49)).toBe(false)
  expect(await ask('loud', 0)).toBe(true)
  for (let index = 0; index < 50; index += 1) await ask(`organization ${index}`, 0)
  expect(cache.bytes).toBeLessThanOrEqual(2000)
  await ask('large', 0, 5000)
  expect(await ask('large', 0, 5000)).toBe(true)
})
