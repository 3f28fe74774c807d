import { describe, expect, it } from 'vitest'
import { checkQueryNames, listQueryNames } from './query-names.ts'

const names = ['start_date', 'end_date', 'providers']

describe('checkQueryNames', () => {
  it.each([
    ['/v1/a'],
    ['/v1/a?'],
    ['/v1/a?start_date=2024-01-01&providers=aws&providers=gcp'],
    ['/v1/a?providers[]=aws&providers[1]=gcp'],
  ])('accepts %s', (url) => {
    expect(() => checkQueryNames(url, names)).not.toThrow()
  })

  it.each([
    ['start_dat=1', names, 'The query parameter "start_dat" is not known. Did you mean "start_date"?'],
    ['startDate=1', names, 'The query parameter "startDate" is not known. Did you mean "start_date"?'],
    ['start=1', names, 'The query parameter "start" is not known. Did you mean "start_date"?'],
    ['provider[]=aws', names, 'The query parameter "provider" is not known. Did you mean "providers"?'],
    ['x=1', names, 'The query parameter "x" is not known. Use "start_date", "end_date", "providers".'],
    ['x=1', [], 'The query parameter "x" is not known. This endpoint has no query parameters.'],
    ['=1', [], 'The query parameter "" is not known. This endpoint has no query parameters.'],
  ])('refuses ?%s', (query, allowed, message) => {
    expect(() => checkQueryNames(`/v1/a?${query}`, allowed)).toThrow(message)
  })
})

describe('listQueryNames', () => {
  it('lists the parameters of every route, without those of the path', () => {
    const all = listQueryNames()
    expect(all.size).toBeGreaterThan(150)
    expect(all.get('GET /v1/imports/{id}')).toEqual([])
    expect(all.get('GET /v1/resources.csv')).toContain('sort')
    expect(all.get('POST /v1/traces')).toBeUndefined()
    expect(all.get('GET /api/auth/callback')).toBeUndefined()
  })
})
