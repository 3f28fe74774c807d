import fc from 'fast-check'
import { expect, it } from 'vitest'
import { smallerType } from './sizes.ts'

it('knows the half of a machine in every cloud', () => {
  const halfOf = (type: string) => smallerType(type, 1)
  expect(['m6i.2xlarge', 'm6i.xlarge', 'db.r6g.xlarge', 'm6i.24xlarge', 't3.small'].map(halfOf)).toEqual([
    'm6i.xlarge',
    'm6i.large',
    'db.r6g.large',
    'm6i.12xlarge',
    't3.micro',
  ])
  expect(['Standard_D8s_v5', 'Standard_E4s_v5', 'n2-standard-8', 'n2-highmem-4'].map(halfOf)).toEqual([
    'Standard_D4s_v5',
    'Standard_E2s_v5',
    'n2-standard-4',
    'n2-highmem-2',
  ])
})

it('names none where a family ends or a name says no size', () => {
  const types = [
    'm6i.large',
    'db.r6g.large',
    't3.nano',
    'Standard_D2s_v5',
    'n2-standard-2',
    'm6i.metal',
    'e2-micro',
    '',
  ]
  expect(types.map((type) => smallerType(type, 1))).toEqual(types.map(() => undefined))
})

it('two halvings are a quarter', () => {
  fc.assert(
    fc.property(fc.constantFrom('m6i.8xlarge', 'c5.4xlarge', 'Standard_D16s_v5', 'n2-standard-32'), (type) => {
      expect(smallerType(type, 2)).toBe(smallerType(smallerType(type, 1) ?? '', 1))
    }),
  )
})
