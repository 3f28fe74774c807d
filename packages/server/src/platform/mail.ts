/** The one door for mail: an SMTP server by address, or files in the data folder, so that sign-up works on a laptop. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from './log.ts'

export interface Letter {
  to: string
  subject: string
  text: string
  html?: string
  /** In angle brackets; letters of one matter name the first of them. */
  messageId?: string
  inReplyTo?: string
  references?: string
  /** Who is answered, when it is not the sender. */
  replyTo?: string
}

export interface Mail {
  /** Resolves when the server has taken it, or the file stands. */
  send(letter: Letter): Promise<void>
  close(): void
}

export interface MailSettings {
  smtpUrl: string | undefined
  from: string
  dataFolder: string
}

export function openMail(settings: MailSettings, log: Log): Mail {
  return settings.smtpUrl === undefined ? mailToFiles(settings, log) : mailBySmtp(settings.smtpUrl, settings.from)
}

function mailBySmtp(smtpUrl: string, from: string): Mail {
  const transport = createTransport(
    // Letters are made here and name no files or addresses to fetch.
    {
      url: smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  return {
    async send(letter) {
      await transport.sendMail(letter)
    },
    close: () => transport.close(),
  }
}

function mailToFiles({ from, dataFolder }: MailSettings, log: Log): Mail {
  const folder = join(dataFolder, 'mail')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  return {
    async send(letter) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { message } = await transport.sendMail(letter)
      const path = join(folder, `${new Date().toISOString().replaceAll(':', '')}-${randomUUID().slice(0, 8)}.eml`)
      // Under a passing name first: whoever watches the folder never reads half a letter.
      await writeFile(`${path}.arriving`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.arriving`, path)
      log.info({ path, to: letter.to, subject: letter.subject }, 'mail written to a file; set KEPT_SMTP_URL to send it')
    },
    close: () => undefined,
  }
}
