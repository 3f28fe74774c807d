import { allRules } from '@kept/engine/rules/all.ts'
import { expect, it } from 'vitest'
import { subcategories } from './recommendation-kinds.ts'

it('every rule has its subcategory, and none has two', () => {
  const categorized = Object.values(subcategories).flat()
  expect(categorized.toSorted()).toEqual(allRules.map(({ id }) => id).toSorted())
})
