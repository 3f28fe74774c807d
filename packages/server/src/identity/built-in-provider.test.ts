import { findPerson } from '@kept/store/people/persons.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtInProvider } from './built-in-provider.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const password = 'plum tractor october'
const provider = () => builtInProvider({ state: { database: world.database }, now: () => new Date() })

describe('signUp', () => {
  it('creates one user for simultaneous sign-ups of one address', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 5 }, () => provider().signUp({ email: 'Many@example.com', password, full_name: 'Many' })),
    )
    const [userId, ...others] = attempts.filter((id) => id !== undefined)
    expect(others).toEqual([])
    expect(await findPerson(world.database, { email: 'many@example.com' })).toMatchObject({
      id: userId,
      email: 'many@example.com',
      full_name: 'Many',
      email_verified: false,
    })
  })

  it('changes nothing of an address that is taken', async () => {
    await provider().signUp({ email: 'ann@example.com', password, full_name: 'Ann' })
    const again = { email: 'ANN@example.com', password: 'another password', full_name: 'Mallory' }
    expect(await provider().signUp(again)).toBeUndefined()
    expect(await provider().signIn({ email: 'ann@example.com', password: 'another password' })).toEqual({
      outcome: 'refused',
    })
  })
})

describe('signIn', () => {
  it('tells an unverified address from a verified one, only with the correct password', async () => {
    const email = 'ben@example.com'
    const userId = await provider().signUp({ email, password, full_name: 'Ben' })
    expect(await provider().signIn({ email, password: 'wrong' })).toEqual({ outcome: 'refused' })
    expect(await provider().signIn({ email, password })).toEqual({ outcome: 'unverified', userId })
    await world.database.shared.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute()
    expect(await provider().signIn({ email: 'Ben@Example.com', password })).toEqual({ outcome: 'signed_in', userId })
  })

  it('refuses an address that is unknown or has no password', async () => {
    await world.database.shared.insertInto('users').values({ email: 'cat@example.com', email_verified: true }).execute()
    for (const email of ['cat@example.com', 'unknown@example.com'])
      expect(await provider().signIn({ email, password })).toEqual({ outcome: 'refused' })
  })
})
