import type { TaxRule } from '@kept/domain/billing/settings.ts'
import { expect, test } from 'vitest'
import { readTaxRules, writeTaxRules } from './tax-rules-text.ts'

const rules: TaxRule[] = [
  { country: 'DE', region: null, has_tax_id: null, category: 'S', percent: '19', note: '' },
  {
    country: 'US',
    region: 'OR',
    has_tax_id: false,
    category: 'O',
    percent: '0',
    note: 'Oregon has no sales tax, by law',
  },
  { country: null, region: null, has_tax_id: true, category: 'AE', percent: '0', note: 'Reverse charge' },
]

test('rules are read as they are written', () => {
  expect(writeTaxRules(rules)).toBe(
    [
      'DE, *, any, S, 19',
      'US, OR, without, O, 0, Oregon has no sales tax, by law',
      '*, *, with, AE, 0, Reverse charge',
    ].join('\n'),
  )
  expect(readTaxRules(`${writeTaxRules(rules)}\n\n`)).toEqual({ rules })
})

test('the first line that is no rule is named', () => {
  expect(readTaxRules('DE, *, any, S, 19\nGermany, *, any, S, 19')).toEqual({
    mistake: 'Line 2 must begin with a country code or *.',
  })
  expect(readTaxRules('DE, *, maybe, S, 19')).toEqual({
    mistake: 'Line 1 must say with, without or any as its third part.',
  })
  expect(readTaxRules('DE, *, any, X, 19')).toEqual({
    mistake: 'Line 1 must name the category S, Z, AE or O as its fourth part.',
  })
})
