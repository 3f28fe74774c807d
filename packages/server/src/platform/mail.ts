/** Sends email by SMTP, or writes it to files in the data folder so that sign-up works without a mail server. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from './log.ts'

export interface Email {
  to: string
  subject: string
  text: string
  html?: string
  /** In angle brackets; emails of one thread name the first of them. */
  messageId?: string
  inReplyTo?: string
  references?: string
  /** Reply-to address, if it is not the sender. */
  replyTo?: string
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[]
}

export interface Mail {
  /** Resolves when the server has accepted it or the file is written. */
  send(email: Email): Promise<void>
  close(): void
}

interface MailSettings {
  smtpUrl: string | undefined
  from: string
  dataFolder: string
}

/** The library is loaded with the first email. */
export function openMail(settings: MailSettings, log: Log): Mail {
  return settings.smtpUrl === undefined ? mailToFiles(settings, log) : mailBySmtp(settings.smtpUrl, settings.from)
}

function mailBySmtp(smtpUrl: string, from: string): Mail {
  let opening: ReturnType<typeof openSmtp> | undefined
  return {
    async send(email) {
      opening ??= openSmtp(smtpUrl, from)
      await (await opening).sendMail(toMessage(email))
    },
    close: () => void opening?.then((transport) => transport.close()),
  }
}

async function openSmtp(smtpUrl: string, from: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport(
    // Emails are built here and reference no files or URLs.
    {
      url: smtpUrl,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
}

/** The library's type of attachments is a mutable array. */
function toMessage({ attachments, ...email }: Email) {
  return { ...email, ...(attachments && { attachments: [...attachments] }) }
}

function mailToFiles({ from, dataFolder }: MailSettings, log: Log): Mail {
  const folder = join(dataFolder, 'mail')
  return {
    async send(email) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
      const { message } = await transport.sendMail(toMessage(email))
      const path = join(folder, `${new Date().toISOString().replaceAll(':', '')}-${randomUUID().slice(0, 8)}.eml`)
      // Written under a temporary name first, so that readers never see a partial file.
      await writeFile(`${path}.arriving`, message as Buffer, { mode: 0o600 })
      await rename(`${path}.arriving`, path)
      log.info(
        { event: 'mail.written', path, to: email.to, subject: email.subject },
        'email written to a file; set KEPT_SMTP_URL to send it',
      )
    },
    close: () => undefined,
  }
}
