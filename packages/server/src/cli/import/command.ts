/** `kept import <files or urls...> --org acme`: bills into the running Kept, or into the store when none runs. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { readConfig } from '../../platform/config.ts'
import { findRunningKept } from '../../platform/data-folder.ts'
import { checkSlug } from '../../platform/operator.ts'
import { demoSlug } from '../../session/demo.ts'
import { readColumnMapping } from '../column-mapping.ts'
import { progressLine } from '../progress-bar.ts'
import type { Terminal } from '../terminal.ts'
import type { BroughtIn, ImportRequest } from './brought-in.ts'
import { importIntoRunning } from './into-running.ts'
import { importIntoStore } from './into-store.ts'
import { printImport } from './print.ts'

interface Options {
  org: string
  format?: string
  mapping?: string
  acceptSmaller?: boolean
  json?: boolean
  data?: string
}

export function importCommand(terminal: Terminal): Command {
  return new Command('import')
    .description('bring bills in: into the running Kept, or into its store when it does not run')
    .argument('<bills...>', 'files, folders, or s3://, gs:// and az:// addresses')
    .option('--org <slug>', 'whose bills; made when it is new', demoSlug)
    .option('--format <id>', 'take the bills for this format instead of recognising them')
    .option('--mapping <file>', 'JSON that tells the columns of a bill of no known kind')
    .option('--accept-smaller', 'publish the bills even when they lose rows, days, currencies, accounts or amount')
    .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
    .option('--json', 'print one JSON object; money as decimal text')
    .addHelpText(
      'after',
      '\nExit codes: 0 imported; 1 it waits for confirmation, because it would lose part of what is loaded; 2 it could not be imported.\n\nExamples:\n  kept import october.csv.gz --org acme\n  kept import exports/2026-10/ --org acme\n  kept import s3://bucket/cur/ --org acme --json',
    )
    .action(async (bills: string[], options: Options) => {
      const environment = options.data === undefined ? process.env : { ...process.env, KEPT_DATA: options.data }
      const config = readConfig(environment)
      const stop = new AbortController()
      const onInterrupt = () => stop.abort(new KeptError('conflict', 'Stopped; nothing was changed.'))
      process.once('SIGINT', onInterrupt).once('SIGTERM', onInterrupt)
      const line = progressLine(terminal, () => performance.now())
      const request: ImportRequest = {
        ...sorted(bills),
        organization: checkSlug(options.org),
        format: options.format,
        mapping: options.mapping === undefined ? undefined : readColumnMapping(options.mapping),
        accept_smaller: options.acceptSmaller ?? false,
        signal: stop.signal,
        onProgress: line.show,
        onSaid: (sentence) => {
          line.clear()
          if (!options.json) terminal.err(`${terminal.style('quiet', sentence)}\n`)
        },
      }
      try {
        const running = existsSync(config.dataFolder) ? findRunningKept(config.dataFolder) : undefined
        const done = running ? await importIntoRunning(running, request) : await importIntoStore(config, request)
        line.clear()
        report(done, terminal, options.json ?? false)
      } finally {
        line.clear()
        process.off('SIGINT', onInterrupt).off('SIGTERM', onInterrupt)
      }
    })
}

function report(done: BroughtIn, terminal: Terminal, json: boolean): void {
  if (json) terminal.out(`${JSON.stringify(done, null, 2)}\n`)
  if (done.import.status === 'failed') throw new KeptError('bad_input', done.import.error)
  if (!json) printImport(done, terminal)
  if (done.import.status === 'needs_confirmation') process.exitCode = 1
}

function sorted(bills: string[]): { paths: string[]; urls: string[] } {
  const isAddress = (text: string) => /^[a-z][a-z0-9+]*:\/\//i.test(text)
  return {
    paths: bills.filter((bill) => !isAddress(bill)).map((path) => resolve(path)),
    urls: bills.filter(isAddress),
  }
}
