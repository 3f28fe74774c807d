/** Without a mail server, emails are files in the data folder. Those that mention a deleted name are deleted. */
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

export async function forgetMailFiles(dataFolder: string, mentions: readonly string[]): Promise<void> {
  const folder = join(dataFolder, 'mail')
  const needles = mentions.map((text) => inOneLine(text)).filter((text) => text.length >= 3)
  for (const name of await readdir(folder).catch(absentAsEmpty)) {
    const path = join(folder, name)
    const text = inOneLine(readable(await readFile(path)))
    if (needles.some((needle) => text.includes(needle))) await rm(path, { force: true })
  }
}

function absentAsEmpty(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

/** Long lines of an email are folded, also within a name. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** The file without the encodings of email: quoted-printable and base64 bodies, and encoded parts of the subject. */
function readable(file: Buffer): string {
  const text = file
    .toString('utf8')
    .replaceAll(/=\?utf-8\?q\?([^?]*)\?=\s*/gi, (_, word: string) => word.replaceAll('_', ' '))
    .replaceAll(/=\?utf-8\?b\?([^?]*)\?=\s*/gi, (_, word: string) => Buffer.from(word, 'base64').toString('utf8'))
    // After the encoded parts of the subject, whose lines also end in "=".
    .replaceAll(/=\r?\n/g, '')
  const bytes = text.replaceAll(/(?:=[0-9A-F]{2})+/g, (part) =>
    Buffer.from(part.replaceAll('=', ''), 'hex').toString('utf8'),
  )
  return [text, bytes, ...base64Bodies(file.toString('latin1'))].join('\n')
}

function base64Bodies(file: string): string[] {
  const parts = file.matchAll(/^content-transfer-encoding: base64\r?$[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/gim)
  return [...parts].map(([, body = '']) => Buffer.from(body, 'base64').toString('utf8'))
}
