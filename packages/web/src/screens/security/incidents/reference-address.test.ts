import { expect, it } from 'vitest'
import { referenceAt, screenOf } from './reference-address.ts'

it.each([
  ['/loops?loop=a%20b', { kind: 'loop', id: 'a b' }],
  ['https://kept.example/costs/anomalies?open=7&from=2026-01-01', { kind: 'anomaly', id: '7' }],
  [' https://kept.example/security?tab=scans&kind=cloud&scan=8&check=x ', { kind: 'scan', id: '8' }],
  ['/security?tab=audit&event=9', { kind: 'audit_event', id: '9' }],
])('%s shows %j', (address, reference) => {
  expect(referenceAt(address)).toEqual(reference)
})

it.each(['', 'hello', '/loops', '/budgets?loop=1', '/security?event=1', '/anomalies?tab=audit&open=1', 'http://['])(
  '"%s" shows nothing that can be attached',
  (address) => {
    expect(referenceAt(address)).toBeUndefined()
  },
)

it('leads to the screen that shows it', () => {
  expect(screenOf({ kind: 'audit_event', id: '9' })).toEqual({ to: '/security', search: { tab: 'audit', event: '9' } })
  expect(screenOf({ kind: 'loop', id: 'a' })).toEqual({ to: '/loops', search: { loop: 'a' } })
  expect(screenOf({ kind: 'scan', id: '8' })).toBeNull()
})
