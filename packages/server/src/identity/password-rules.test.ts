import { describe, expect, it } from 'vitest'
import { isBreached } from './breached-passwords.ts'
import { checkPassword } from './password-rules.ts'

const ada = { email: 'ada.lovelace@analytical.example', full_name: 'Ada Lovelace' }
const sentenceFor = async (password: string): Promise<string> => {
  try {
    await checkPassword(password, ada)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('checkPassword', () => {
  it.each(['password1', 'qwertyuiop', 'iloveyou1', 'Football123', '1qaz2wsx', 'trustno1', 'PRINCESS', 'sunshine1'])(
    'rejects %s as breached or easy to guess',
    async (password) => expect(await sentenceFor(password)).toMatch(/known data breach|easy to guess/),
  )

  it.each([
    'Summer2024!',
    'summer2024',
    'Winter2025!',
    'October2026!',
    'Frühling2025!',
    'Monday123!',
    'Company2023!',
    'Welcome@2024',
    'W3lcome@2025',
    'P@ssw0rd!2026',
    'London2024!',
    'Chelsea2024!',
    '!Admin@12345',
    'Passwort2024',
    'Kept2026!!',
    'Lovelace1815',
    'Analytical-2026',
    '2024Summer!',
  ])('rejects one word with a date or symbols: %s', async (password) =>
    expect(await sentenceFor(password)).toMatch(/easy to guess|known data breach/),
  )

  it.each(['asdfghjkl;', 'qazwsxedc', 'zaq12wsx!A', 'abcdefgh1', 'aaaaaaaaaaaa', '1234567890', 'abcabcabc'])(
    'refuses keyboard walks, runs and repeats: %s',
    async (password) => expect(await sentenceFor(password)).not.toBe(''),
  )

  it.each([
    'plum tractor october',
    'violet engine harbor',
    'only lower case words here',
    'nine calm owls keep the ledger',
    'kX7#pQ2vLm',
    'treibholz-laterne-9',
    'ocean.velvet.cart',
  ])('takes %s', async (password) => expect(await sentenceFor(password)).toBe(''))
})

describe('isBreached', () => {
  it('rejects at most one good password of 10,000', () => {
    const good = Array.from({ length: 50_000 }, (_, index) => `Never leaked, number ${index * 7919} of these`)
    expect(good.filter(isBreached).length).toBeLessThanOrEqual(5)
  })

  it('recognizes breached passwords in any notation', () => {
    for (const password of ['password', 'PassWord', 'iloveyou', 'superman', 'qwertyuiop'])
      expect([password, isBreached(password)]).toEqual([password, true])
  })
})
