/** How a command ends badly: one sentence on standard error, exit code 2, never a stack for a mistake of the user's. */
import { KeptError } from '@kept/domain/errors.ts'
import { CommanderError } from 'commander'
import type { Terminal } from './terminal.ts'

export function report(error: unknown, terminal: Terminal): number {
  // --help and --version end with code 0 and have already said what was asked.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof KeptError) {
    terminal.err(`${error.message}\n`)
    return 2
  }
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  terminal.err(`kept failed unexpectedly; please report this:\n${words}\n`)
  return 1
}
