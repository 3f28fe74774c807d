import { expect, it } from 'vitest'
import { checkPathValues } from './path-values.ts'

const check = (body: unknown, url = '/v1/reports/a%20b/run?x=1') => checkPathValues('/v1/reports/{id}/run', url, body)

it('accepts a body without the path parameter, or with its own value', () => {
  for (const body of [undefined, null, [], 'id', {}, { page: 2 }, { id: 'a b' }])
    expect(() => check(body)).not.toThrow()
})

it('refuses a body that gives the path parameter another value', () => {
  for (const id of ['other', 7, null, ['a b']])
    expect(() => check({ id })).toThrow('"id" is part of the address. Remove it from the body.')
})
