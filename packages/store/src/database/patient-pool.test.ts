import type pg from 'pg'
import { expect, it } from 'vitest'
import { patientPool } from './patient-pool.ts'

/** A pool whose connections succeed or fail as listed. */
function poolOf(...answers: (Error | 'a connection')[]) {
  let attempts = 0
  const pool = {
    connect: async () => {
      const answer = answers[attempts++]
      if (answer instanceof Error) throw answer
      return { query: async () => ({ rows: [] }), release: () => undefined }
    },
  } as unknown as pg.Pool
  return { pool: patientPool(pool), attempts: () => attempts }
}
const tooLong = new Error('timeout exceeded when trying to connect')

it('repeats a wait that timed out once, and reports the second timeout', async () => {
  const once = poolOf(tooLong, 'a connection')
  await expect(once.pool.connect()).resolves.toHaveProperty('release')
  expect(once.attempts()).toBe(2)
  const twice = poolOf(tooLong, tooLong, 'a connection')
  await expect(twice.pool.connect()).rejects.toThrow('The database was restarted or is not reachable')
  expect(twice.attempts()).toBe(2)
})

it('passes any other error on at once', async () => {
  const refused = poolOf(new Error('password authentication failed'), 'a connection')
  await expect(refused.pool.connect()).rejects.toThrow('password authentication failed')
  expect(refused.attempts()).toBe(1)
})
