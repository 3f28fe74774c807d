import { expect, test } from 'vitest'
import { crumbsOf, drillInto } from './drill.ts'
import { readExplorer } from './explorer.ts'

test('goes from a service to its accounts, resources and lines, and back', () => {
  const all = readExplorer({})
  const service = drillInto(all, [{ key: 'service', value: 'EC2' }])
  const account = drillInto(service, [{ key: 'sub_account', value: '123' }])
  const resource = drillInto(account, [{ key: 'resource', value: 'i-1' }])
  expect([service, account, resource].map(({ groupBy }) => groupBy)).toEqual([
    ['sub_account'],
    ['resource'],
    ['description'],
  ])
  const line = drillInto(resource, [{ key: 'description', value: 'Run Instances' }])
  expect(line.groupBy).toEqual(['description'])
  const way = crumbsOf(resource)
  expect([way?.crumbs.map(({ label }) => label), way?.here]).toEqual([['All costs', 'EC2', '123'], 'i-1'])
  expect(way?.crumbs[0]?.state).toMatchObject({ filters: [], groupBy: ['service'] })
  expect(way?.crumbs[1]?.state).toMatchObject({ filters: service.filters, groupBy: ['sub_account'] })
  expect(crumbsOf(all)).toBeNull()
})

test('starts with services where the dimension is no level, and skips what is one value already', () => {
  const region = drillInto(readExplorer({ by: 'region' }), [{ key: 'region', value: 'us-east-1' }])
  expect(region.groupBy).toEqual(['service'])
  const provider = drillInto(readExplorer({ by: 'provider', f: 'service|is|EC2' }), [{ key: 'provider', value: 'AWS' }])
  expect(provider.groupBy).toEqual(['sub_account'])
})
