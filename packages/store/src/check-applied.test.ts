import { describe, expect, test } from 'vitest'
import { checkApplied } from './check-applied.ts'

const supported = ['0001-baseline', '0002-audit-chain']

describe('checkApplied', () => {
  test.each([
    ['an empty database', []],
    ['an older one', ['0001-baseline']],
    ['a current one', ['0002-audit-chain', '0001-baseline']],
  ])('accepts %s', (_name, applied) => {
    expect(() => checkApplied(applied, supported, 'The database')).not.toThrow()
  })

  test('refuses tables of a newer version, and names the first migration it does not know', () => {
    const applied = [...supported, '0004-later', '0003-late']
    expect(() => checkApplied(applied, supported, 'The database in /data')).toThrow(
      'The database in /data was upgraded by a newer version of Kept (0003-late), and tables cannot be downgraded; start that version, or restore a backup made before the upgrade.',
    )
  })

  test('refuses tables from before the first release', () => {
    expect(() => checkApplied(['0001-foundation'], supported, 'The database')).toThrow('before the first release')
  })
})
