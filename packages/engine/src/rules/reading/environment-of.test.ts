import { expect, it } from 'vitest'
import { environmentOf } from './environment-of.ts'

it.each([
  [{ env: 'Dev' }, [], { label: 'Dev', production: false, from: 'tag' }],
  [{ 'kept:environment': ' staging-2 ' }, [], { label: 'staging-2', production: false, from: 'tag' }],
  [{ env: 'prod' }, ['dev-box'], { label: 'prod', production: true, from: 'tag' }],
  [{ env: 'blue' }, ['my-dev-box'], { label: 'dev', production: false, from: 'name' }],
  [{ env: 'blue', tier: 'live' }, [], { label: 'live', production: true, from: 'tag' }],
  [{ environmental: 'dev' }, [], undefined],
  [{}, ['device-api', 'contest'], undefined],
  [{}, ['api', 'QA account'], { label: 'qa', production: false, from: 'name' }],
  [{}, [], undefined],
] as const)('environmentOf tags %o and names %j', (tags, names, environment) => {
  expect(environmentOf(tags, [...names])).toEqual(environment)
})
