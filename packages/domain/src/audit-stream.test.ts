import { expect, it } from 'vitest'
import { auditStreamDestinationSchema } from './audit-stream.ts'
import { SYSLOG_TLS_PORT } from './audit-stream-kinds.ts'

it('sends syslog to the port that the form shows, unless another one is named', () => {
  const destination = auditStreamDestinationSchema.parse({ kind: 'syslog', host: 'siem.example.com' })
  expect(destination).toMatchObject({ port: SYSLOG_TLS_PORT, certificate_authority: null })
})
