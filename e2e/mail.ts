/** Emails in the mail folder of a running Kept. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { servedKept } from './served.ts'

/**
 * The link of the newest email to an address whose subject matches; waits for it to arrive. `folder` is that of another
 * Kept than the one that the file visits.
 */
export async function linkInMail(to: string, subject: RegExp, folder = servedKept().mail): Promise<string> {
  let link = ''
  await expect
    .poll(
      () => {
        link = newestLink(folder, to, subject) ?? ''
        return link
      },
      { timeout: 60_000 },
    )
    .not.toBe('')
  return link
}

function newestLink(folder: string, to: string, subject: RegExp): string | undefined {
  if (!existsSync(folder)) return undefined
  const emails = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .map((name) => unfold(readFileSync(join(folder, name), 'utf8')))
  const email = emails.findLast((text) => text.includes(`To: ${to}`) && subject.test(text))
  return email && /https?:\/\/[^\s"<>]+token=[^\s"<>]+/.exec(email)?.[0]
}

/** Quoted-printable breaks long lines with "=" and writes "=" itself as "=3D". */
function unfold(text: string): string {
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
