import { expect, test } from 'vitest'
import { localizedFormats } from './localized.ts'

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ')

test('localizedFormats follows locale and currency', () => {
  const american = localizedFormats('en-US', 'USD')
  expect(american.money('6679.40')).toBe('$6,679.40')
  expect(american.day('2026-11-14')).toBe('Nov 14, 2026')
  expect(american.month('2026-10')).toBe('October 2026')
  expect(american.percent('8.875')).toBe('8.875%')
  const german = localizedFormats('de-DE', 'EUR')
  expect(plain(german.money('-1234567.5'))).toBe('-1.234.567,50 €')
  expect(german.day('2026-11-14')).toBe('14. Nov. 2026')
  expect(german.month('2026-10')).toBe('Oktober 2026')
  expect(plain(german.percent('19'))).toBe('19 %')
  expect(localizedFormats('ja-JP', 'JPY').money('7179')).toContain('7,179')
})

test('localizedFormats keeps every digit of a large amount', () => {
  expect(localizedFormats('en-US', 'USD').money('90071992547409931234.57')).toBe('$90,071,992,547,409,931,234.57')
})

test('localizedFormats uses en-US for an unknown locale', () => {
  expect(localizedFormats('not a locale', 'USD').money('1')).toBe('$1.00')
})
