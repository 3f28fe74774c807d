import { describe, expect, it } from 'vitest'
import { checkProxySettings } from './proxy.ts'

const settings = { publicUrl: 'https://kept.example.com', trustProxy: undefined, host: '127.0.0.1', port: 4480 }

describe('checkProxySettings', () => {
  it('warns about a public URL behind a proxy that is not configured', () => {
    expect(checkProxySettings(settings)).toMatch(/KEPT_TRUST_PROXY is not set\..*lock everyone out/)
    expect(checkProxySettings({ ...settings, publicUrl: 'http://kept.example.com' })).toMatch(/KEPT_TRUST_PROXY/)
  })

  it('does not warn without a proxy, or with a configured one', () => {
    expect(checkProxySettings({ ...settings, publicUrl: undefined })).toBeUndefined()
    expect(checkProxySettings({ ...settings, trustProxy: '127.0.0.1' })).toBeUndefined()
    expect(checkProxySettings({ ...settings, publicUrl: 'http://127.0.0.1:4480' })).toBeUndefined()
  })
})
