/** Emails that are files: found by a name in whatever form an email has it. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLog } from '../platform/log.ts'
import { type Email, openMail } from '../platform/mail.ts'
import { forgetMailFiles } from './forget-mail-files.ts'

let dataFolder: string
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kept-mail-'))
})
afterEach(() => rmSync(dataFolder, { recursive: true }))

const files = () => readdirSync(join(dataFolder, 'mail'))

/** How many of the emails are left after those about the name are deleted. */
async function leftOf(name: string, emails: Partial<Email>[]): Promise<number> {
  const mail = openMail({ smtpUrl: undefined, from: 'kept@example.com', dataFolder }, createLog('silent'))
  for (const email of emails) await mail.send({ to: 'ana@example.com', subject: 'News', text: 'News.', ...email })
  expect(files()).toHaveLength(emails.length)
  await forgetMailFiles(dataFolder, [name])
  return files().length
}

const long = 'Umbrella Holdings of the Northern Hemisphere and the Islands, Incorporated'

it.each([
  ['a short name', 'Elsewhere'],
  ['a name that is folded', long],
  ['a name of other letters', 'Österreichische Bäckerei Größenwahn'],
  ['a name without Latin letters', '株式会社雲と風と水と火の研究所東京本社営業部'],
])('deletes emails with %s in the subject, the text or the page', async (_, name) => {
  const sentence = `Something happened in one of the many accounts of ${name}, and you may want to look at it.`
  const emails = [
    { subject: `Alert: a day that cost many times what is usual for it (${name})` },
    { text: sentence },
    { text: `${'Nothing else. '.repeat(40)}${sentence}` },
    { html: `<p>${sentence}</p>` },
    {
      text: sentence,
      attachments: [{ filename: 'a.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' }],
    },
  ]
  expect(await leftOf(name, emails)).toBe(0)
})

it('leaves emails about others', async () => {
  expect(await leftOf(long, [{ subject: 'Umbrella Holdings' }, { text: 'Incorporated, of the Islands.' }])).toBe(2)
})
