/** For tests: emails that Kept wrote to files, newest last, as text. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { TestKept } from '../testing.ts'

/** The token of the newest invitation to this address; waits for the email, which the job queue sends. */
export function invitationToken(
  kept: Pick<TestKept, 'server'>,
  to: string,
  knownTokens: readonly string[] = [],
): Promise<string> {
  return vi.waitFor(
    () => {
      const token = mailsTo(kept, to)
        .map((email) => /\/auth\/invitation\?token=([\w-]{43})/.exec(email)?.[1])
        .findLast((candidate) => candidate !== undefined && !knownTokens.includes(candidate))
      if (token === undefined) throw new Error(`no new invitation to ${to} yet`)
      return token
    },
    { timeout: 60_000, interval: 50 },
  )
}

export function mailsTo({ server }: Pick<TestKept, 'server'>, to: string): string[] {
  const folder = join(server.services.config.dataFolder, 'mail')
  let names: string[] = []
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  } catch {
    return []
  }
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '='))
    .filter((email) => email.includes(`To: ${to}`))
}
