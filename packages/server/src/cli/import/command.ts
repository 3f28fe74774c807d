/** `kept import <files or urls...> --org acme`: imports bills through the running server, or into the store when none runs. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { KeptError } from '@kept/domain/errors.ts'
import { Command } from 'commander'
import { demoSlug } from '../../demo/demo-slug.ts'
import { checkSlug } from '../../operator/public/operator.ts'
import { readConfig } from '../../platform/config.ts'
import { findRunningKept } from '../../platform/data-folder.ts'
import { readColumnMapping } from '../column-mapping.ts'
import { progressLine } from '../progress-bar.ts'
import type { Terminal } from '../terminal.ts'
import type { ImportReport, ImportRequest } from './import-report.ts'
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
    .description('Import bills through the running server, or into its data folder when no server runs')
    .argument('<bills...>', 'files, folders, or s3://, gs:// and az:// URLs')
    .option('--org <slug>', 'organization; created if it does not exist', demoSlug)
    .option('--format <id>', 'read the bills as this format instead of detecting it')
    .option('--mapping <file>', 'JSON file that maps the columns of an unknown format')
    .option(
      '--accept-smaller',
      'import even if the bills have fewer rows, days, currencies, accounts or a smaller amount',
    )
    .option('-d, --data <folder>', 'data folder (KEPT_DATA)')
    .option('--json', 'print JSON; amounts are decimal strings')
    .addHelpText(
      'after',
      '\nExit codes: 0 imported; 1 waiting for confirmation, because part of the loaded data would be lost; 2 failed.\n\nExamples:\n  kept import october.csv.gz --org acme\n  kept import exports/2026-10/ --org acme\n  kept import s3://bucket/cur/ --org acme --json',
    )
    .action(async (bills: string[], options: Options) => {
      const environment = options.data === undefined ? process.env : { ...process.env, KEPT_DATA: options.data }
      const config = readConfig(environment)
      const stop = new AbortController()
      const onInterrupt = () => stop.abort(new KeptError('conflict', 'Import canceled. Nothing was changed.'))
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
        onMessage: (message) => {
          line.clear()
          if (!options.json) terminal.err(`${terminal.style('quiet', message)}\n`)
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

function report(done: ImportReport, terminal: Terminal, json: boolean): void {
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
