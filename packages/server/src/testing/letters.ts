/** For tests: letters Kept wrote to files, the newest last, as their text. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { TestKept } from '../testing.ts'

/** The token of the newest invitation to this address; waits for the letter, which goes out by the job queue. */
export function invitationToken(
  kept: Pick<TestKept, 'server'>,
  to: string,
  others: readonly string[] = [],
): Promise<string> {
  return vi.waitFor(
    () => {
      const token = lettersTo(kept, to)
        .map((letter) => /\/auth\/invitation\?token=([\w-]{43})/.exec(letter)?.[1])
        .findLast((found) => found !== undefined && !others.includes(found))
      if (token === undefined) throw new Error(`no new invitation to ${to} yet`)
      return token
    },
    { timeout: 60_000, interval: 50 },
  )
}

export function lettersTo({ server }: Pick<TestKept, 'server'>, to: string): string[] {
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
    .filter((letter) => letter.includes(`To: ${to}`))
}
