/** The text of a statement is the statement; what would be too large for one file is refused before it is made. */
import type { Statement } from '@kept/domain/statement.ts'
import { expect, it } from 'vitest'
import { statementText } from './statement-text.ts'

const statement = {
  ...{ format: 'kept.savings-statement', version: 1, period: '2026-09', currency: 'USD' },
  config: { price_policy: 'current', horizon_hours: { terminate: 8760 } },
  actions: [{ id: 'a "quoted" one', resource_ids: ['i-1\n'] }, { id: 'b' }],
  ...{ baselines: [], head: { seq: 3, hash: 'ab' } },
} as unknown as Statement

it('is the statement, with an action on each line', () => {
  const text = statementText(statement)
  expect(JSON.parse(text)).toEqual(statement)
  expect(text.split('\n').filter((line) => line.startsWith('    {'))).toHaveLength(2)
  expect(text.endsWith('}\n')).toBe(true)
})

it('is refused with one sentence when it would be too large', () => {
  expect(() => statementText(statement, 100)).toThrow(
    /^The statement of 2026-09 in USD would be larger than 0 MB, with 2 actions\. Move some accounts/,
  )
})
