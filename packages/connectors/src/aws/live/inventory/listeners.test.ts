/** Whether the listeners of a load balancer accept only encrypted connections. */
import { describe, expect, it } from 'vitest'
import { isTlsOnly } from './listeners.ts'

describe('isTlsOnly', () => {
  const redirect = { Protocol: 'HTTP', DefaultActions: [{ Type: 'redirect', RedirectConfig: { Protocol: 'HTTPS' } }] }
  it.each([
    [[{ Protocol: 'HTTPS' }, redirect], true],
    [[{ Protocol: 'HTTPS' }, { Protocol: 'HTTP' }], false],
    [[{ Protocol: 'TLS' }, { Protocol: 'TCP' }], undefined],
    [[{ Protocol: 'TCP' }, { Protocol: 'HTTP' }], false],
  ])('of %j is %s', (listeners, expected) => {
    expect(isTlsOnly(listeners)).toBe(expected)
  })
})
