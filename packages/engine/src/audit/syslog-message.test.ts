import type { AuditEvent } from '@kept/domain/audit.ts'
import { describe, expect, it } from 'vitest'
import { syslogFrame, syslogMessage } from './syslog-message.ts'

const event: AuditEvent = {
  ...{ organization_id: '6f1c2a52-5c1f-4a39-9c77-1f6f0f5b8a10', seq: 7, id: '0b0e7a0e-95a1-4c0e-8a4e-6f0f4f9a4c11' },
  ...{ created_at: '2026-03-01T12:00:00.250Z', action: 'budget.created', outcome: 'allowed' },
  ...{ actor_kind: 'person', actor_id: 'ada', actor_name: 'Zoë', resource_type: 'budget', resource_id: null },
  ...{ resource_name: 'A\nB', summary: 'Zoë created "A".', ip: null, user_agent: null, request_id: null },
  ...{ before: null, after: null, details: {}, prev_hash: '0'.repeat(64), hash: '1'.repeat(64) },
}
const sender = { host: 'kept.example.com', version: '0.1.0' }

describe('syslogMessage', () => {
  it('has the header, registered structured data, and the event as JSON on one line', () => {
    const message = syslogMessage(event, sender)
    expect(message).toMatch(
      /^<110>1 2026-03-01T12:00:00\.250Z kept\.example\.com kept - budget\.created \[meta sequenceId="7"\]\[origin software="Kept" swVersion="0\.1\.0"\] \{/,
    )
    expect(message).not.toContain('\n')
    expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual(event)
  })

  it('is a warning for a refusal and an error for a failure', () => {
    expect(syslogMessage({ ...event, outcome: 'denied' }, sender)).toMatch(/^<108>1 /)
    expect(syslogMessage({ ...event, outcome: 'failed' }, sender)).toMatch(/^<107>1 /)
  })

  it('keeps header fields within their limits', () => {
    const message = syslogMessage(
      { ...event, action: `a.${'b'.repeat(60)}`, seq: 2_147_483_648 },
      { host: 'ke pt"é', version: '1"]\\' },
    )
    const [, , host, , , id] = message.split(' ')
    expect({ host, id }).toEqual({ host: 'kept"', id: `a.${'b'.repeat(30)}` })
    expect(message).toContain(String.raw`[meta sequenceId="1"][origin software="Kept" swVersion="1\"\]\\"]`)
  })
})

describe('syslogFrame', () => {
  it('counts bytes, not characters', () => {
    expect(new TextDecoder().decode(syslogFrame('Zoë'))).toBe('4 Zoë')
  })
})
