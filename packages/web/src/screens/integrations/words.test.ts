import type { ImportProgress, Reconciliation } from '@kept/domain/ingest.ts'
import { expect, test } from 'vitest'
import { nameOf, partDone, sayFormats, sayProgress, sayVerdict } from './words.ts'

const progress: ImportProgress = {
  stage: 'reading',
  rows_read: 1_200_000,
  rows_per_second: 512_000.4,
  bytes_read: 50_000_000,
  bytes_total: 200_000_000,
  seconds_left: 3.2,
}

test('progress says what is known and nothing else', () => {
  expect(sayProgress(progress)).toBe('1,200,000 rows · 512,000 rows/s · 50 MB of 200 MB · 3 s left')
  expect(sayProgress({ ...progress, seconds_left: 0.2 })).toContain('nearly done')
  expect(sayProgress({ ...progress, rows_read: 0, rows_per_second: 0, bytes_total: 0, seconds_left: null })).toBe('')
  expect(partDone(progress)).toBe(0.25)
  expect(partDone({ ...progress, stage: 'checking' })).toBeNull()
})

test('the verdict: differing sums are louder than rows set aside', () => {
  const proof = (ok: boolean, set_aside: number): Reconciliation => ({
    ok,
    rows: { read: 10, kept: 10 - set_aside, set_aside },
    columns: [],
    invoices: [],
  })
  expect(sayVerdict({ losses: [], reconciliation: proof(false, 2) })).toEqual({ words: 'Sums differ', tone: 'leak' })
  expect(sayVerdict({ losses: [], reconciliation: proof(true, 1) })).toEqual({
    words: '1 row set aside (10%)',
    tone: 'watch',
  })
  expect(sayVerdict({ losses: [], reconciliation: proof(true, 9) })).toEqual({
    words: '9 rows set aside (90%)',
    tone: 'leak',
  })
  const loss = { kind: 'rows' as const, billing_period: null, account: '', summary: '' }
  expect(sayVerdict({ losses: [loss, { ...loss, kind: 'currency' }, loss], reconciliation: proof(true, 1) })).toEqual({
    words: 'Missing: rows and currencies',
    tone: 'leak',
  })
  expect(sayVerdict({ losses: [], reconciliation: proof(true, 0) })).toEqual({
    words: 'Reconciled with the file',
    tone: 'plain',
  })
  expect(sayVerdict({ losses: [], reconciliation: null })).toBeNull()
})

test('a delivery is called by its files', () => {
  const source = (name: string) => ({ name, bytes: 1, format: null })
  expect(nameOf({ sources: [source('a.csv')] })).toBe('a.csv')
  expect(nameOf({ sources: [source('a.csv'), source('b.csv'), source('c.csv')] })).toBe('a.csv and 2 more files')
})

test('a format is said once, as soon as it is known', () => {
  const source = (format: string | null) => ({ name: 'a', bytes: 1, format })
  expect(sayFormats({ sources: [source(null)] })).toBe('')
  expect(sayFormats({ sources: [source('FOCUS 1.2'), source('FOCUS 1.2'), source(null)] })).toBe(
    'Recognised as FOCUS 1.2',
  )
})
