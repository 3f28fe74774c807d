import type { SecurityScanResult } from '@kept/contract/routes/security-scans.ts'
import { describe, expect, it } from 'vitest'
import { alsoSaves, describeSaving, formatSavings } from './also-saves.ts'

const dollars = { currency: 'USD', monthly_savings: '15.25' }
const result = (status: SecurityScanResult['status'], also_saves?: SecurityScanResult['also_saves']) => ({
  ...{ check_id: 'a', title: 'A', severity: 'low' as const, status, detail: '', href: '/resources' },
  ...{ evaluated_count: 1, failing_count: 1, subjects: [], also_saves },
})

describe('formatSavings', () => {
  it('writes each currency, and nothing where there is nothing to see', () => {
    expect(formatSavings([dollars, { currency: 'EUR', monthly_savings: '7' }])).toBe('$15.25 plus €7.00')
    expect([formatSavings([]), formatSavings(undefined)]).toEqual(['', ''])
  })
})

describe('alsoSaves', () => {
  it('is false without an amount, and without the permission to see it', () => {
    expect([[dollars], [], undefined].map((also_saves) => alsoSaves({ also_saves }))).toEqual([true, false, false])
  })
})

describe('describeSaving', () => {
  it('counts the failing checks that also save money', () => {
    const [saving, other] = [result('fail', [dollars]), result('fail', [])]
    expect(describeSaving([saving, other, result('pass')])).toBe('1 of 2 failing checks also saves money: ')
    expect(describeSaving([saving, saving, other])).toBe('2 of 3 failing checks also save money: ')
  })
})
