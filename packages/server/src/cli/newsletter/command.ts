/** `kept newsletter export`: exports the confirmed newsletter subscribers. */
import { KeptError } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { readConfig } from '../../platform/config.ts'
import { newsletterCsv } from '../../site/newsletter-csv.ts'
import type { Terminal } from '../terminal.ts'
import { listNewsletterReaders } from './list-readers.ts'

interface Options {
  data?: string
  csv?: boolean
  json?: boolean
}

export function newsletterCommand(terminal: Terminal): Command {
  const list = new Command('export')
    .description('Export confirmed subscribers with their unsubscribe links')
    .option('-d, --data <folder>', 'data folder of the running server (KEPT_DATA)')
    .option('--csv', 'print CSV (default)')
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      '\nInclude the unsubscribe link of each subscriber in every email.\n\nExample:\n  kept newsletter export --csv > readers.csv',
    )
    .action(async ({ data, csv, json }: Options) => {
      if (csv && json) throw new KeptError('bad_input', 'Use either --csv or --json, not both.')
      const environment = data === undefined ? process.env : { ...process.env, KEPT_DATA: data }
      const readers = await listNewsletterReaders(readConfig(environment))
      terminal.out(json ? `${JSON.stringify(readers, null, 2)}\n` : newsletterCsv(readers))
    })
  const group = new Command('newsletter').description('Manage newsletter subscribers (operator only)')
  // Subcommands do not inherit these settings.
  list.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
  return group.addCommand(list)
}
