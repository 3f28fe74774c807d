/** Prints the error of a command and returns its exit code: 2 for user errors, 1 with a stack for bugs. */
import { KeptError } from '@kept/domain/errors.ts'
import { CommanderError } from 'commander'
import type { Terminal } from './terminal.ts'

export function report(error: unknown, terminal: Terminal): number {
  // --help and --version end with code 0 and have printed their text.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  if (error instanceof KeptError) {
    terminal.err(`${error.message}\n`)
    return 2
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error)
  terminal.err(`Kept failed unexpectedly. Please report this:\n${details}\n`)
  return 1
}
