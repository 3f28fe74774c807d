/** `kept newsletter export`: the list of the newsletter, for whoever sends it. */
import { KeptError } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { readConfig } from '../../platform/config.ts'
import { newsletterCsv } from '../../platform/newsletter-csv.ts'
import type { Terminal } from '../terminal.ts'
import { askReaders } from './ask.ts'

interface Options {
  data?: string
  csv?: boolean
  json?: boolean
}

export function newsletterCommand(terminal: Terminal): Command {
  const list = new Command('export')
    .description('print everybody who confirmed and has not left, each with their own link to leave')
    .option('-d, --data <folder>', 'data folder of the running Kept (KEPT_DATA)')
    .option('--csv', 'print CSV; this is what is printed without a choice')
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      '\nEvery letter must carry the link of its reader.\n\nExample:\n  kept newsletter export --csv > readers.csv',
    )
    .action(async ({ data, csv, json }: Options) => {
      if (csv && json) throw new KeptError('bad_input', 'Choose one of --csv and --json.')
      const environment = data === undefined ? process.env : { ...process.env, KEPT_DATA: data }
      const readers = await askReaders(readConfig(environment))
      terminal.out(json ? `${JSON.stringify(readers, null, 2)}\n` : newsletterCsv(readers))
    })
  const group = new Command('newsletter').description('the newsletter of this Kept, for its operator')
  // A command below another one is told by its own name only; it ends and speaks like the others.
  list.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
  return group.addCommand(list)
}
