/** For tests: the emails of a Kept that writes them to files. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { accountEmailJob } from '../identity/account-email-job.ts'
import type { Services } from '../platform/context.ts'

interface ReadMail {
  to: string
  subject: string
  /** Including headers. */
  text: string
  /** The first URL in the text. */
  link: string
  token: string
}

/** Waits for the newest matching email to a user; emails are sent after the response. */
export function mailTo({ config }: Pick<Services, 'config'>, to: string, subject: RegExp): Promise<ReadMail> {
  const newest = () => {
    const matches = mailsIn(config.dataFolder).filter((email) => email.to === to && subject.test(email.subject))
    const last = matches.at(-1)
    if (!last) throw new Error(`no letter to ${to} about ${subject} yet`)
    return last
  }
  return vi.waitFor(newest, { timeout: 60_000 })
}

/** Call before a request whose email is awaited, when there was such an email before. */
export async function emptyMailbox(services: Services): Promise<void> {
  await vi.waitFor(async () => expect(await services.jobs.pending(accountEmailJob)).toEqual([]), { timeout: 60_000 })
  const folder = join(services.config.dataFolder, 'mail')
  if (existsSync(folder)) for (const name of readdirSync(folder)) rmSync(join(folder, name))
}

export function mailsIn(dataFolder: string): ReadMail[] {
  const folder = join(dataFolder, 'mail')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return names.sort().map((name) => read(readFileSync(join(folder, name), 'utf8')))
}

function read(message: string): ReadMail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(message)?.[1]?.trim() ?? ''
  const text = message
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const token = URL.parse(link)?.searchParams.get('token') ?? ''
  return { to: header('To'), subject: header('Subject'), text, link, token }
}
