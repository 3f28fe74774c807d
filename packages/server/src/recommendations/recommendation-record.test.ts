import { allRules } from '@kept/engine/rules/all.ts'
import { expect, it } from 'vitest'
import { subcategories } from './recommendation-kinds.ts'

it('every rule has exactly one subcategory', () => {
  const categorized = Object.values(subcategories).flat()
  expect(categorized.toSorted()).toEqual(allRules.map(({ id }) => id).toSorted())
})
