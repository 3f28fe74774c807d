import { expect, it } from 'vitest'
import { dimensionNames, dimensions, measureNames, measures } from './cube.ts'
import { keyFamilies, keyFamilyNames, splitFamilyKey } from './cube-keys.ts'
import { focusColumnNames } from './focus-columns.ts'

it('can ask for every FOCUS column, of all versions, as a dimension or a measure', () => {
  const covered = new Set<string>([
    ...dimensionNames.flatMap((name) => {
      const facts = dimensions[name]
      return [facts.column, ...('nameColumn' in facts ? [facts.nameColumn] : [])]
    }),
    ...measureNames.flatMap((name) => [...measures[name].columns]),
  ])
  expect(focusColumnNames.filter((column) => !covered.has(column))).toEqual([])
})

it('never takes a dimension for a key of a family', () => {
  for (const name of dimensionNames) expect([name, splitFamilyKey(name)]).toEqual([name, undefined])
  expect(splitFamilyKey('tag:a:b')).toEqual({ family: 'tag', key: 'a:b' })
  expect([splitFamilyKey('tag:'), splitFamilyKey('color:red')]).toEqual([undefined, undefined])
})

it('has a family of keys for every column of keys and values, and no dimension of the same name as a grain', () => {
  expect(keyFamilyNames.map((name) => keyFamilies[name].column).toSorted()).toEqual([
    'AllocatedMethodDetails',
    'AllocatedTags',
    'CommitmentProgramEligibilityDetails',
    'ContractApplied',
    'SkuPriceDetails',
    'Tags',
  ])
  for (const name of ['hour', 'day', 'week', 'month', 'billing_month']) expect(dimensionNames).not.toContain(name)
})
