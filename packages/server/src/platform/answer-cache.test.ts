import { expect, it } from 'vitest'
import { AnswerCache } from './answer-cache.ts'

const [ownScope, other] = [{ organizationId: 'own' }, { organizationId: 'other' }]
const version = async () => 'v1'
const lifetime = { now: 0, expiresAt: 1000 }

it('calculates an answer once for each organization, query and version', async () => {
  const cache = new AnswerCache()
  const computed: string[] = []
  const getAnswer = (scope: typeof ownScope, question: string, readVersion = version) =>
    cache.get(scope, question, lifetime, readVersion, async () => {
      computed.push(`${scope.organizationId} ${question}`)
      return { total: computed.length }
    })
  expect(await getAnswer(ownScope, 'a')).toEqual({ total: 1 })
  expect(await getAnswer(ownScope, 'a')).toEqual({ total: 1 })
  expect(await getAnswer(other, 'a')).toEqual({ total: 2 })
  expect(await getAnswer(ownScope, 'b')).toEqual({ total: 3 })
  expect(await getAnswer(ownScope, 'a', async () => 'v2')).toEqual({ total: 4 })
  expect(await getAnswer(ownScope, 'a')).toEqual({ total: 1 })
  expect(computed).toEqual(['own a', 'other a', 'own b', 'own a'])
})

it('serves concurrent callers from one calculation, each with its own copy', async () => {
  const cache = new AnswerCache()
  let computeCount = 0
  const compute = async () => {
    computeCount += 1
    return { list: [computeCount] }
  }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => cache.get(ownScope, 'a', lifetime, version, compute)),
  )
  answers[0]?.list.push(99)
  expect(computeCount).toBe(1)
  expect(await cache.get(ownScope, 'a', lifetime, version, compute)).toEqual({ list: [1] })
})

it('caches neither errors nor answers whose inputs changed during the calculation', async () => {
  const cache = new AnswerCache()
  const fail = () => cache.get(ownScope, 'a', lifetime, version, () => Promise.reject(new Error('no')))
  await expect(fail()).rejects.toThrow('no')
  let current = 'v1'
  const changing = async () => {
    current = 'v2'
    return 'made of v2'
  }
  expect(await cache.get(ownScope, 'a', lifetime, async () => current, changing)).toBe('made of v2')
  expect(await cache.get(ownScope, 'a', lifetime, version, async () => 'made of v1')).toBe('made of v1')
})

it('stays within its size limit, also for each organization', async () => {
  const cache = new AnswerCache({ maxBytes: 2000, maxBytesPerOrganization: 1000 })
  const getAnswer = (organizationId: string, question: number, length = 100) => {
    let isNew = false
    return cache
      .get({ organizationId }, question, lifetime, version, async () => {
        isNew = true
        return 'x'.repeat(length)
      })
      .then(() => isNew)
  }
  await getAnswer('quiet', 0)
  for (let question = 0; question < 50; question += 1) await getAnswer('loud', question)
  expect(cache.bytes).toBeLessThanOrEqual(1300)
  expect(await getAnswer('quiet', 0)).toBe(false)
  expect(await getAnswer('loud', 49)).toBe(false)
  expect(await getAnswer('loud', 0)).toBe(true)
  for (let index = 0; index < 50; index += 1) await getAnswer(`organization ${index}`, 0)
  expect(cache.bytes).toBeLessThanOrEqual(2000)
  await getAnswer('large', 0, 5000)
  expect(await getAnswer('large', 0, 5000)).toBe(true)
})

it('computes an answer again after its lifetime, and counts its bytes once', async () => {
  const cache = new AnswerCache()
  let computeCount = 0
  const getAt = (now: number) =>
    cache.get(ownScope, 'a', { now, expiresAt: now + 1000 }, version, async () => {
      computeCount += 1
      return computeCount
    })
  expect(await getAt(0)).toBe(1)
  const { bytes } = cache
  expect([await getAt(999), await getAt(1000), await getAt(1999)]).toEqual([1, 2, 2])
  expect(cache.bytes).toBe(bytes)
})
