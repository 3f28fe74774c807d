import { expect, it } from 'vitest'
import { flattenType, jsonTypes } from './column-types.ts'

it('gives the members of tuples unique names', () => {
  expect(
    flattenType(
      'service',
      '`service`',
      'Tuple(\n    id Nullable(String),\n    `a b` Tuple(c Array(Tuple(x Int8, y Int8))))',
    ),
  ).toEqual([
    { name: 'service.id', sql: "tupleElement(`service`, 'id')", type: 'Nullable(String)' },
    {
      name: 'service.a b.c',
      sql: "tupleElement(tupleElement(`service`, 'a b'), 'c')",
      type: 'Array(Tuple(x Int8, y Int8))',
    },
  ])
  expect(flattenType('cost', '`cost`', 'Decimal(38, 9)')).toEqual([
    { name: 'cost', sql: '`cost`', type: 'Decimal(38, 9)' },
  ])
})

it('reads JSON as written: scalars, lists and named maps as text', () => {
  const described = [
    { name: 'cost', type: 'Nullable(Float64)' },
    { name: 'labels', type: 'Array(Tuple(key Nullable(String)))' },
    { name: 'tags', type: 'Tuple(a Nullable(String))' },
    { name: 'usage', type: 'Nullable(Tuple(amount Nullable(Float64), unit Nullable(String)))' },
  ]
  expect(jsonTypes(described, (name) => name === 'tags').map(({ type }) => type)).toEqual([
    'Nullable(String)',
    'Nullable(String)',
    'Nullable(String)',
    'Tuple(`amount` Nullable(String), `unit` Nullable(String))',
  ])
})
