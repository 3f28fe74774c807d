import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, it } from 'vitest'
import { createLog } from './log.ts'
import { openMail } from './mail.ts'

const log = createLog('silent')
const email = { to: 'ann@example.com', subject: 'Grüezi', text: 'Hello\n\nhttp://kept.test/x?y=1\n' }

it('sends by SMTP, and reports a rejection by the server', async () => {
  const received: { to: string[]; message: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(address.startsWith('full@') ? new Error('mailbox full') : null),
    onData(stream, session, done) {
      let message = ''
      stream.on('data', (chunk) => {
        message += chunk
      })
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), message })
        done()
      })
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  const mail = openMail(
    { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Kept <kept@kept.test>', dataFolder: '/nowhere' },
    log,
  )
  try {
    await mail.send(email)
    expect(received).toMatchObject([{ to: ['ann@example.com'] }])
    expect(received[0]?.message).toContain('From: Kept <kept@kept.test>')
    await expect(mail.send({ ...email, to: 'full@example.com' })).rejects.toThrow('mailbox full')
    // A subject or an address cannot inject headers.
    await mail.send({ ...email, subject: 'x\r\nBcc: eve@example.com' })
    expect(received.at(-1)?.to).toEqual(['ann@example.com'])
  } finally {
    mail.close()
    await new Promise<void>((done) => server.close(done))
  }
})

it('writes complete emails to files that only their owner can read, without a server', async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kept-mail-'))
  try {
    await openMail({ smtpUrl: undefined, from: 'kept@localhost', dataFolder }, log).send(email)
    const [name = ''] = readdirSync(join(dataFolder, 'mail'))
    expect(name).toMatch(/\.eml$/)
    expect(readFileSync(join(dataFolder, 'mail', name), 'utf8')).toContain('To: ann@example.com')
    expect(statSync(join(dataFolder, 'mail', name)).mode & 0o777).toBe(0o600)
  } finally {
    rmSync(dataFolder, { recursive: true })
  }
})
