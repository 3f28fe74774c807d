import { expect, it } from 'vitest'
import { isUuid } from './uuid.ts'

it('isUuid accepts a UUID in either case, and nothing around or beside it', () => {
  const uuid = '0192f3c4-7b1a-7c3e-8d2f-5a6b7c8d9e0f'
  expect([uuid, uuid.toUpperCase()].every(isUuid)).toBe(true)
  const others = ['', `${uuid}\n`, ` ${uuid}`, `{${uuid}}`, uuid.replaceAll('-', ''), uuid.slice(1), `${uuid}0`]
  const altered = [uuid.replace('f', 'g'), uuid.replace('-', '+'), `${uuid.slice(0, 8)}-${uuid.slice(8)}`]
  expect([...others, ...altered].filter(isUuid)).toEqual([])
})
